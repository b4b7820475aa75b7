package dev.assent.resources.probe;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.Internals;
import dev.assent.core.foreign.Failure;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Terms;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.InDoubtList;
import dev.assent.core.xa.XaCodes;
import dev.assent.resources.quirk.ProbeStep;
import dev.assent.resources.quirk.Remedy;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a database or a broker really keeps prepared branches, before a transaction relies on it:
 *
 * <ol>
 *   <li>Begin a transaction of this node and use its identity. While the probe runs, recovery may list the branch, but
 *       knows its transaction and leaves it alone. A pass that listed the branch before and looks for the transaction
 *       afterwards only asks for one more rollback, which does no harm. After a crash nobody knows the transaction, and
 *       recovery rolls the branch back like any other orphan of this node (law 9: recovery rolls back only its own).
 *   <li>On one connection, start a branch, do as much work as it needs, end it and prepare it.
 *   <li>On another connection, find it on the in-doubt list. If the branch voted read-only because it did no work,
 *       there is nothing to find. The probe reads the list all the same, since that needs a privilege, and a notice
 *       says that it did not try the rest.
 *   <li>Close the first connection, and find the branch again: some databases forget prepared branches then.
 *   <li>On the other connection, roll it back, and repeat that until the list lacks it: some databases free it late.
 * </ol>
 *
 * <p>The probe runs when the pool is opened. If it can't connect, or meets a refusal that may end later, the pool opens
 * all the same, so that its branches are recovered. The probe then runs again before each connection that the pool
 * makes, until it has passed.
 *
 * <p>Thread safety: safe to share; it runs on one thread at a time.
 *
 * @param <E> the exception when the database or broker can't be reached
 */
public final class StartupProbe<E extends Exception> {
    private static final long ROLLBACK_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_MILLIS = 20;

    private final Probed<E> probed;
    private final Coordinator coordinator;
    private final Notices notices;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicBoolean refusalTold = new AtomicBoolean();
    private volatile boolean passed;

    /** The failure of the last try; guarded by the lock. */
    private @Nullable Exception failure;

    private long failedAtNanos;

    /**
     * A probe of a database or broker.
     *
     * @param isWanted false to let every connection pass
     */
    public StartupProbe(Probed<E> probed, boolean isWanted, Assent assent) {
        this.probed = probed;
        this.coordinator = Internals.coordinator(assent);
        this.notices = Internals.notices(assent);
        this.passed = !isWanted;
    }

    /**
     * Runs once, when the pool is opened. A fault that may end by itself becomes a notice.
     *
     * @throws IllegalStateException for a fault that will not end by itself
     */
    public void atOpening() {
        try {
            probed.requireKept();
            requirePassed();
        } catch (ProbeRefusedException refused) {
            if (refused.isLasting()) {
                throw new IllegalStateException(refused.text(), refused.getCause());
            }
            notices.warning(refused.text());
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception notReached) {
            // the first caller that wants a connection gets the failure
        }
    }

    /**
     * Lets no caller pass before the probe has passed. A caller that waits while another one probes gets the other's
     * result: otherwise each would wait for its own connection, one after the other.
     *
     * @throws E when the database or broker can't be reached
     * @throws ProbeRefusedException when the probe failed
     */
    public void requirePassed() throws E, ProbeRefusedException {
        if (passed) {
            return;
        }
        long sinceNanos = System.nanoTime();
        lock.lock(); // not a monitor: a virtual thread that waits for one holds its carrier before Java 24
        try {
            if (passed) {
                return;
            }
            if (failure != null && failedAtNanos - sinceNanos >= 0) {
                rethrow(failure);
            }
            try {
                run();
                passed = true;
            } catch (Exception failed) {
                failure = failed;
                failedAtNanos = System.nanoTime();
                throw failed;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that a branch of the application could not be prepared. If an operator can remedy that, a message says how,
     * once in the life of the pool: all following transactions reach the same limit.
     *
     * @param title of the database or broker, for people
     * @param remedies the meaning of an error of prepare, and its remedy
     */
    public void prepareRefused(String title, Function<SQLException, Optional<Remedy>> remedies, XAException failed) {
        SQLException sql = sqlIn(failed);
        Optional<Remedy> remedy = sql == null ? Optional.empty() : remedies.apply(sql);
        if (remedy.isPresent() && sql != null && refusalTold.compareAndSet(false, true)) {
            notices.warning(MESSAGES.preparesRefused(
                    probed.pool(),
                    title,
                    remedy.get().wrong(),
                    sql.getMessage(),
                    remedy.get().command()));
        }
    }

    @SuppressWarnings("unchecked") // run() throws nothing else
    private void rethrow(Exception failed) throws E, ProbeRefusedException {
        if (failed instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failed instanceof ProbeRefusedException refused) {
            throw refused;
        }
        throw (E) failed;
    }

    private void run() throws E, ProbeRefusedException {
        GlobalTransaction known = coordinator.begin(Terms.DEFAULT); // 1
        try (Probed.Session first = probed.open()) {
            if (!first.isKnownToLose()) {
                probe(first, new BranchXid(known.id(), known.life(), BranchXid.PRESUMED_ABORT, 1));
            }
        } finally {
            known.rollback(Completion.NONE);
        }
    }

    private void probe(Probed.Session first, BranchXid xid) throws E, ProbeRefusedException {
        boolean prepared = prepare(first, xid); // 2
        try (Probed.Session other = probed.open()) {
            boolean finished = false;
            try {
                if (prepared) {
                    requireListed(other, xid, "find on another connection"); // 3
                    first.close(); // 4
                    if (!probed.acceptsLossy()) {
                        requireListed(other, xid, "find, once its connection was closed,");
                    }
                }
                rollBack(other, xid); // 5
                finished = true;
                if (!prepared) {
                    notices.warning(MESSAGES.probePreparedNothing(probed.pool(), first.title()));
                }
            } finally {
                if (!finished) {
                    tryToRollBack(other, xid);
                }
            }
        }
    }

    /** Whether there is a prepared branch: a database may notice that the branch did no work, and vote read-only. */
    private boolean prepare(Probed.Session session, BranchXid xid) throws ProbeRefusedException {
        XAResource resource = session.xaResource();
        boolean isEnded = false;
        try {
            session.beforeBranch();
            resource.start(xid, XAResource.TMNOFLAGS);
            session.work(xid.transaction().toString());
            resource.end(xid, XAResource.TMSUCCESS);
            isEnded = true;
            return resource.prepare(xid) == XAResource.XA_OK;
        } catch (Throwable failed) {
            if (!isEnded) {
                tryToEnd(session, xid);
            }
            tryToRollBack(session, xid);
            throw refused(session, isEnded ? ProbeStep.PREPARE : ProbeStep.WORK, failed);
        }
    }

    private void requireListed(Probed.Session session, BranchXid xid, String what) throws ProbeRefusedException {
        if (!isListed(session, xid)) {
            throw ProbeRefusedException.lossy(
                    probed, session.title(), "the probe could not " + what + " a branch that it had prepared");
        }
    }

    private boolean isListed(Probed.Session session, BranchXid xid) throws ProbeRefusedException {
        try {
            return InDoubtList.of(session.xaResource()).contains(xid);
        } catch (Throwable failed) {
            throw refused(session, ProbeStep.LIST, failed);
        }
    }

    private void rollBack(Probed.Session session, BranchXid xid) throws ProbeRefusedException {
        long sinceNanos = System.nanoTime();
        Throwable last = new XAException(XAException.XAER_RMERR);
        for (boolean asked = false; isListed(session, xid); asked = true) {
            if (asked && (System.nanoTime() - sinceNanos > ROLLBACK_NANOS_MAX || !pause())) {
                throw refused(session, ProbeStep.ROLL_BACK, last);
            }
            try {
                session.xaResource().rollback(xid);
            } catch (Throwable failed) {
                last = failed;
            }
        }
    }

    /** False when the thread is interrupted. */
    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void tryToEnd(Probed.Session session, BranchXid xid) {
        try {
            session.xaResource().end(xid, XAResource.TMFAIL);
        } catch (Throwable notStarted) {
            // closing the connection ends the branch
        }
    }

    private static void tryToRollBack(Probed.Session session, BranchXid xid) {
        try {
            session.xaResource().rollback(xid);
        } catch (Throwable left) {
            // recovery rolls it back, since nobody knows its transaction from now on
        }
    }

    private ProbeRefusedException refused(Probed.Session session, ProbeStep step, Throwable failed) {
        SQLException sql = sqlIn(failed);
        Optional<Remedy> remedy = sql == null ? Optional.empty() : session.remedyFor(step, sql);
        String told = sql == null ? messageOf(failed) : sql.getMessage();
        String code = failed instanceof XAException xa ? XaCodes.name(xa.errorCode) : "an error";
        String why = remedy.map(Remedy::wrong).orElse(code) + (told == null ? "" : " (" + told + ")");
        String command = remedy.map(Remedy::command)
                .orElseGet(() -> "remove the cause, or skip the probe with '" + probed.skipping() + "' for this pool");
        return new ProbeRefusedException(
                MESSAGES.probeRefused(probed.pool(), step, session.title(), why, command),
                remedy.map(Remedy::isLasting).orElse(false),
                failed);
    }

    /** An XAException usually has no message; its code is used then. */
    private static @Nullable String messageOf(Throwable failed) {
        return failed instanceof XAException ? failed.getMessage() : Failure.message(failed);
    }

    private static @Nullable SQLException sqlIn(Throwable failed) {
        return Failure.find(failed, SQLException.class);
    }
}
