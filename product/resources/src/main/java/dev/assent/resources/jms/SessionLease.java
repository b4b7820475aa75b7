package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.TimedOutException;
import dev.assent.core.foreign.Failure;
import dev.assent.core.jta.CompletionListener;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.resources.room.Held;
import dev.assent.resources.room.PoolGate;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.transaction.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session in use by a transaction, from its enlistment to the transaction's completion.
 *
 * <p>Brokers accept work on an XA session that has no branch, and commit it at once. So no work may be under way when
 * the branch ends, and none may begin after it (law 20). Every call of the application goes through a door with three
 * states; each move is one compare-and-set:
 *
 * <pre>
 *     FREE ---- use ----&gt; BUSY ---- done ----&gt; FREE
 *      |                   |
 *      '----- the end -----'----------------&gt; SHUT
 * </pre>
 *
 * <p>If the end finds the door FREE, it ends the branch on its session, which can be used again. If it finds the door
 * BUSY, the application may wait there for a message for ever: then {@link SessionBranch} cuts the connection, and
 * rolls back over another one.
 *
 * <p>Until the session is {@linkplain #deliver delivered}, the enlisting thread may call the broker without going
 * through the door. If the transaction ends meanwhile, nobody gets that session again.
 *
 * <p>Thread safety: any thread may end it; it ends once.
 */
final class SessionLease implements CompletionListener, Held {
    private enum Door {
        FREE,
        BUSY,
        SHUT
    }

    /**
     * The circumstances of one take.
     *
     * @param permit given back at the end
     */
    record Taking(JtaTransaction transaction, PoolGate.Permit permit) {}

    /** Work on the broker's own objects. */
    interface Work {
        @Nullable Object run() throws Throwable;
    }

    private final String pool;
    private final PhysicalSessions sessions;
    private final PhysicalSession session;
    private final JtaTransaction transaction;
    private final PoolGate.Permit permit;
    private final SessionBranch branch;
    private final String thread = Thread.currentThread().getName();
    private final long sinceNanos = System.nanoTime();
    private final AtomicReference<Door> door = new AtomicReference<>(Door.FREE);
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean delivered;
    private final Set<AutoCloseable> opened = ConcurrentHashMap.newKeySet();
    private final Set<AutoCloseable> handles = ConcurrentHashMap.newKeySet();

    SessionLease(JmsPoolConfig config, PhysicalSessions sessions, PhysicalSession session, Taking taking) {
        this.pool = config.name();
        this.sessions = sessions;
        this.session = session;
        this.transaction = taking.transaction();
        this.permit = taking.permit();
        this.branch = new SessionBranch(config, session, this);
    }

    PhysicalSession session() {
        return session;
    }

    @Override
    public JtaTransaction transaction() {
        return transaction;
    }

    SessionBranch branch() {
        return branch;
    }

    @Override
    public String holder() {
        return transaction + ", begun its work here by thread '" + thread + "'";
    }

    @Override
    public long heldNanos() {
        return System.nanoTime() - sinceNanos;
    }

    /** From now on the enlisting thread, too, calls the broker only through the door. */
    void deliver() {
        delivered = true;
    }

    // ---- the door

    /**
     * Does work on the session for a thread that has this transaction.
     *
     * @throws JMSException when the session does not belong to the thread, or the branch ended meanwhile
     * @throws Throwable the work's own
     */
    @Nullable Object use(@Nullable JtaTransaction current, Work work) throws Throwable {
        requireHere(current);
        if (!door.compareAndSet(Door.FREE, Door.BUSY)) {
            throw misused(door.get() == Door.BUSY ? "another thread works on it" : "its branch has ended");
        }
        Object answer = null;
        Throwable failed = null;
        try {
            answer = work.run();
        } catch (Throwable thrown) {
            failed = thrown;
        }
        if (!door.compareAndSet(Door.BUSY, Door.FREE)) {
            String reason = transaction.whyClosed();
            throw misused(reason == null ? "its branch has ended" : "the transaction " + reason, failed);
        }
        if (failed != null) {
            throw failed;
        }
        return answer;
    }

    private void requireHere(@Nullable JtaTransaction current) throws JMSException {
        if (current != transaction) {
            throw misused("the thread has " + (current == null ? "no transaction" : current));
        }
        String reason = transaction.whyClosed();
        if (reason != null) {
            throw misused("the transaction " + reason);
        }
    }

    private JMSException misused(String why) {
        return misused(why, null);
    }

    private JMSException misused(String why, @Nullable Throwable failed) {
        TimedOutException timeout = transaction.timeout();
        return timeout == null
                ? Failures.because(new IllegalStateException(MESSAGES.jmsMisused(pool, transaction, why)), failed)
                : Failures.timedOut(timeout, failed);
    }

    /** From now on no work is done on the session; false when work is under way. */
    boolean shut() {
        return door.getAndSet(Door.SHUT) != Door.BUSY;
    }

    /** A suspended branch continues. */
    void reopen() {
        door.set(Door.FREE);
    }

    // ---- the end

    /** The handles of the session that outlive the object that made them; the end closes them. */
    Set<AutoCloseable> handles() {
        return handles;
    }

    /** To be called after adding a handle: the end may have come meanwhile. */
    void closeHandlesWhenOver() {
        if (ended.get()) {
            closeHandles();
        }
    }

    private void closeHandles() {
        for (AutoCloseable handle : handles) {
            try {
                handle.close();
            } catch (Throwable broken) {
                // the session's close, or isTidy, closes the broker's objects
            }
        }
    }

    /** Notes an object of the broker for closing at the end, unless it is closed before. */
    void opened(AutoCloseable thing) {
        opened.add(thing);
    }

    /**
     * Closes an object of the broker, if that is allowed now; otherwise the end closes it. A caller may close a handle
     * late, or while another thread uses it.
     */
    void close(@Nullable JtaTransaction current, AutoCloseable thing) throws JMSException {
        if (current != transaction || !door.compareAndSet(Door.FREE, Door.BUSY)) {
            return;
        }
        try {
            thing.close();
            opened.remove(thing);
        } catch (JMSException failed) {
            throw failed;
        } catch (Exception failed) {
            throw Failures.because(new JMSException(Failure.message(failed)), failed);
        } finally {
            door.compareAndSet(Door.BUSY, Door.FREE);
        }
    }

    /** The transaction is over: its session goes back to the pool, or is closed. */
    @Override
    public void afterCompletion(int status) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        try {
            boolean known = status == Status.STATUS_COMMITTED || status == Status.STATUS_ROLLEDBACK;
            sessions.returned(this, known && delivered && !branch.hasFailed() && !session.isLost() && isTidy());
        } finally {
            permit.release();
            closeHandles();
        }
    }

    /** Closes everything that the application left open; false when that fails. */
    private boolean isTidy() {
        try {
            for (AutoCloseable thing : opened) {
                thing.close();
            }
            opened.clear();
            return true;
        } catch (Throwable broken) {
            return false;
        }
    }

    /** The session did not become part of the transaction. The permit may serve another session. */
    void abandon() {
        if (ended.compareAndSet(false, true)) {
            shut();
            branch.sever();
            sessions.returned(this, false);
        }
    }

    @Override
    public String toString() {
        return "session of pool '" + pool + "'";
    }
}
