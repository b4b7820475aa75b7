package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.jta.CompletionListener;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.TimedOutException;
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
 * A session while a transaction has it, from its enlistment to the transaction's completion.
 *
 * <p>Brokers take work on an XA session that has no branch, and commit it by themselves. So nothing may
 * be under way when the branch ends, and nothing may begin after it (law 20). Every call of the
 * application goes through a door with three states, each move one compare-and-set:
 *
 * <pre>
 *     FREE ---- use ----&gt; BUSY ---- done ----&gt; FREE
 *      |                   |
 *      '----- the end -----'----------------&gt; SHUT
 * </pre>
 *
 * <p>When the end finds the door FREE, the branch is ended on its session, which can be used again. When
 * it finds it BUSY, the application may wait there for a message for ever: then {@link SessionBranch} cuts
 * the connection, and rolls back over another one.
 *
 * <p>Until the session is {@linkplain #deliver delivered}, the thread that enlists it may be in a call of the
 * broker without going through the door. A transaction that ends meanwhile leaves nobody that session.
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
     * Who takes a session.
     *
     * @param permit given back at the end
     */
    record Taking(JtaTransaction transaction, PoolGate.Permit permit) {}

    /** Something that is done on the broker's own objects. */
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

    /** The thread that enlisted the session calls the broker no more, but through the door. */
    void deliver() {
        delivered = true;
    }

    // ---- the door

    /**
     * Does something on the session for the thread that has this transaction.
     *
     * @throws JMSException when the thread is not where the session belongs, or the branch ended meanwhile
     * @throws Throwable what the work throws
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

    /** Nothing more is done on the session; false when something is being done right now. */
    boolean shut() {
        return door.getAndSet(Door.SHUT) != Door.BUSY;
    }

    /** A branch that was suspended goes on. */
    void reopen() {
        door.set(Door.FREE);
    }

    // ---- the end

    /** The handles of the session that somebody keeps for longer than this: they are closed at the end. */
    Set<AutoCloseable> handles() {
        return handles;
    }

    /** For who adds one: the end may have been meanwhile. */
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
                // what is the broker's is closed with the session, or by isTidy
            }
        }
    }

    /** Something of the broker's that is closed at the end, unless it was closed before. */
    void opened(AutoCloseable thing) {
        opened.add(thing);
    }

    /**
     * Closes something of the broker's, when it is the moment for it; else it is closed at the end. Closing a
     * handle late, or while another thread uses it, is no mistake.
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
            throw Failures.because(new JMSException(String.valueOf(failed.getMessage())), failed);
        } finally {
            door.compareAndSet(Door.BUSY, Door.FREE);
        }
    }

    /** The transaction is over: its session goes back, or is closed. */
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

    /** Closes what the application left open; false when that fails. */
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

    /** It did not become part of the transaction. The permit may serve another session. */
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
