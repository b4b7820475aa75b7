package dev.assent.resources.simulation;

import dev.assent.NotRunningException;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.resources.simulation.Server.Arrived;
import dev.assent.resources.simulation.Server.Place;
import dev.assent.resources.simulation.TestedPool.Handle;
import dev.assent.resources.simulation.TestedPool.LocalHandle;
import dev.assent.resources.simulation.Work.End;
import dev.assent.resources.simulation.Work.Held;
import dev.assent.resources.simulation.Work.Piece;
import jakarta.jms.JMSException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What threads of the application do, each with the oracles that hold at once: who gets which connection, in which
 * state, where work arrives, and which exceptions may reach the application.
 *
 * <p>Thread safety: each method is called by the actor of the desk.
 */
final class Deeds {
    private final PoolNode node;
    private final Faults faults;
    private final Holdings holdings;
    private final Outcomes outcomes;
    private final Consumer<String> history;
    private final AtomicInteger numbers = new AtomicInteger();

    Deeds(PoolNode node, Faults faults, Holdings holdings, Outcomes outcomes, Consumer<String> history) {
        this.node = node;
        this.faults = faults;
        this.holdings = holdings;
        this.outcomes = outcomes;
        this.history = history;
    }

    private TransactionManager manager() {
        return node.life().transactionManager();
    }

    private void note(Desk desk, String what) {
        history.accept("  " + desk + ": " + what);
    }

    // ---- transactions

    void begin(Desk desk, int timeoutSeconds) throws Exception {
        manager().setTransactionTimeout(timeoutSeconds);
        try {
            manager().begin();
        } catch (SystemException | IllegalStateException | NotRunningException refused) {
            if (node.life().isRunning()) {
                throw refused;
            }
            return;
        }
        Work begun = new Work((JtaTransaction) Objects.requireNonNull(manager().getTransaction()));
        outcomes.add(begun);
        desk.current = begun;
        note(desk, "has begun " + begun);
    }

    void commit(Desk desk) throws Exception {
        Work work = Objects.requireNonNull(desk.current);
        work.committing();
        desk.current = null;
        try {
            manager().commit();
            work.ended(End.COMMITTED);
        } catch (RollbackException rolledBack) {
            work.ended(End.ROLLED_BACK);
        } catch (HeuristicMixedException | HeuristicRollbackException heuristic) {
            work.ended(End.HEURISTIC);
        } catch (SystemException unknown) {
            work.ended(End.UNKNOWN);
        } catch (IllegalStateException | NotRunningException ended) {
            requireSharedOrStopped(work, ended);
        }
        note(desk, "commit of " + work + ": " + work.end());
    }

    void rollback(Desk desk) throws Exception {
        Work work = Objects.requireNonNull(desk.current);
        work.ending();
        desk.current = null;
        try {
            manager().rollback();
            work.ended(End.ROLLED_BACK);
        } catch (SystemException told) {
            work.ended(End.HEURISTIC);
        } catch (IllegalStateException ended) {
            requireSharedOrStopped(work, ended);
        }
        note(desk, "rollback of " + work + ": " + work.end());
    }

    /** Another thread of the transaction may have ended it before. */
    private void requireSharedOrStopped(Work work, RuntimeException thrown) throws Exception {
        if (work.end() == End.OPEN && !work.isShared() && node.life().isRunning()) {
            throw thrown;
        }
        manager().suspend();
    }

    void markRollback(Desk desk) throws Exception {
        try {
            manager().setRollbackOnly();
        } catch (IllegalStateException over) {
            if (Objects.requireNonNull(desk.current).takesWork()) {
                throw over;
            }
        }
    }

    void suspend(Desk desk) throws Exception {
        Work work = Objects.requireNonNull(desk.current);
        manager().suspend();
        desk.current = null;
        desk.suspended.add(work);
    }

    /** Continues a transaction, which may be that of another thread. */
    void resume(Desk desk, Work work) throws Exception {
        desk.suspended.remove(work);
        try {
            manager().resume(work.transaction());
            desk.current = work;
        } catch (InvalidTransactionException over) {
            if (!work.isOver()) {
                throw over;
            }
        }
    }

    // ---- connections

    /** Takes a connection or session, for the thread's transaction or outside of one. */
    void take(Desk desk, TestedPool pool) throws Exception {
        Work current = desk.current;
        long troubles = pool.lines().troubles();
        Handle handle;
        try {
            handle = pool.take();
        } catch (SQLException | JMSException refused) {
            note(desk, "gets no connection of " + pool + ": " + text(refused));
            checkRefusal(pool, current, troubles, refused);
            if (current != null && !pool.worksOutside()) {
                holdings.mayHold(pool, current);
            }
            return;
        }
        if (current == null) {
            gotOutside(desk, pool, handle);
        } else {
            gotInside(desk, new Held(pool, handle), current, troubles);
        }
    }

    private static String text(Throwable failed) {
        try {
            return failed.toString();
        } catch (Throwable speechless) {
            return failed.getClass().getName();
        }
    }

    /** Who gets none has a reason. */
    private void checkRefusal(TestedPool pool, @Nullable Work current, long troubles, Exception refused) {
        boolean isReason = pool.lines().troubles() > troubles
                || !node.isOpen(pool)
                || Thread.interrupted()
                || pool.settings().waitMillisMax() < 1_000
                || (current == null ? !pool.worksOutside() : !current.takesWork())
                || !node.life().isRunning();
        if (!isReason) {
            throw new AssertionError("no connection of " + pool + ", without a reason", refused);
        }
    }

    private void gotOutside(Desk desk, TestedPool pool, Handle handle) {
        if (!pool.worksOutside()) {
            throw new AssertionError(pool + " gives a session outside of a transaction");
        }
        Work work = new Work(null);
        outcomes.add(work);
        work.add(new Held(pool, handle));
        desk.locals.add(work);
        Line line = Objects.requireNonNull(handle.line(faults));
        note(desk, "has taken " + line + " for " + work);
        if (holdings.hold(pool, line, work)) {
            line.checkClean(null);
        }
    }

    private void gotInside(Desk desk, Held held, Work work, long troubles) {
        TestedPool pool = held.pool();
        Line line = pool.lines().of(work.id());
        work.add(held);
        note(desk, "has taken " + line + " for " + work);
        if (!work.takesWork()) {
            return; // another thread has ended it
        }
        if (line == null) {
            if (pool.lines().troubles() > troubles || holdings.has(pool, work)) {
                return; // it is lost
            }
            throw new AssertionError(work + " has a connection of " + pool + " without a branch");
        }
        if (holdings.hold(pool, line, work) && !work.mayBeOver()) {
            line.checkClean(work.id());
        }
    }

    /** Works a number, which must arrive in this work and nowhere else. */
    void work(Desk desk, Work work, Held held, boolean isTidy) {
        int number = numbers.incrementAndGet();
        work.pieces().put(number, new Piece(held.pool(), false));
        long troubles = held.pool().lines().troubles();
        try {
            held.handle().work(number, isTidy);
            work.pieces().put(number, new Piece(held.pool(), true));
            note(desk, "works " + number + " on " + held.pool());
        } catch (Throwable failed) {
            note(desk, "fails to work " + number + " on " + held.pool() + ": " + text(failed));
            if (work.takesWork() && !hasReason(work, held, troubles)) {
                throw new AssertionError("work " + number + " was refused without a reason", failed);
            }
            work.trouble();
        }
        checkArrived(work, held.pool().server().arrived(number), number);
    }

    /** Whether a call of a handle may fail. */
    private boolean hasReason(Work work, Held held, long troubles) {
        return held.pool().lines().troubles() > troubles
                || work.hadTrouble()
                || work.isShared()
                || work.mayBeOver() && work.isTransaction()
                || !node.isOpen(held.pool())
                || !node.life().isRunning();
    }

    private static void checkArrived(Work work, @Nullable Arrived arrived, int number) {
        boolean isSure = Objects.requireNonNull(work.pieces().get(number)).isSure();
        if (arrived == null) {
            if (isSure) {
                throw new AssertionError("work " + number + " has not arrived");
            }
            return;
        }
        Place place = work.isTransaction() ? Place.BRANCH : work.isLocal() ? Place.LOCAL : Place.AT_ONCE;
        boolean isOwn = !work.isTransaction() || work.id().equals(arrived.transaction());
        if (arrived.place() != place || !isOwn) {
            throw new AssertionError("work " + number + " of " + work + " went elsewhere: " + arrived);
        }
    }

    /** Closes a handle, once or twice. A closed handle does no more work. */
    void close(Desk desk, Work work, Held held, boolean isTwice) {
        long troubles = held.pool().lines().troubles();
        work.remove(held);
        if (!work.isTransaction()) {
            work.ending();
            desk.locals.remove(work);
        }
        try {
            held.handle().close();
        } catch (Throwable failed) {
            note(desk, "close of " + held.pool() + " fails: " + text(failed));
            if (!hasReason(work, held, troubles)) {
                throw new AssertionError("close failed without a reason", failed);
            }
        }
        if (!work.isTransaction()) {
            work.ended(work.expected());
        }
        note(desk, "has closed a handle of " + held.pool() + " for " + work);
        if (isTwice) {
            closeAgain(held);
        }
    }

    private void closeAgain(Held held) {
        int number = numbers.incrementAndGet();
        try {
            held.handle().close();
        } catch (Throwable failed) {
            throw new AssertionError("the second close failed", failed);
        }
        boolean isRefused = false;
        try {
            held.handle().work(number, true);
        } catch (SQLException | JMSException refused) {
            isRefused = true;
        } catch (Throwable wrong) {
            throw new AssertionError("a closed handle throws what its API does not have", wrong);
        }
        if (!isRefused || held.pool().server().arrived(number) != null) {
            throw new AssertionError("a closed handle does work");
        }
    }

    /** Begins or ends a local transaction, or changes what the pool resets. */
    void local(Desk desk, Work work, Held held, int what) {
        boolean isEnd = what != 0 && work.isLocal();
        try {
            doLocal(work, (LocalHandle) held.handle(), what);
        } catch (Throwable failed) {
            note(desk, "fails in local work: " + text(failed));
            work.trouble();
            isEnd = true;
        }
        if (isEnd) {
            close(desk, work, held, false);
        }
    }

    private static void doLocal(Work work, LocalHandle handle, int what) throws SQLException {
        if (what == 0) {
            handle.change();
        } else if (work.isLocal()) {
            boolean isCommit = what == 1;
            work.expect(isCommit ? End.UNKNOWN : End.ROLLED_BACK);
            handle.endLocal(isCommit);
            work.expect(isCommit ? End.COMMITTED : End.ROLLED_BACK);
        } else if (work.pieces().isEmpty()) {
            handle.beginLocal();
            work.beginLocal();
        }
    }
}
