package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.TimedOutException;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.resources.room.FirstTakes;
import dev.assent.resources.room.Held;
import dev.assent.resources.room.PoolGate;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ResourceAllocationException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * Ties the sessions of one pool to the transactions of one node:
 *
 * <ol>
 *   <li>A transaction that has a session of the pool goes on with it.
 *   <li>Otherwise it waits for room, and takes a used session. The start of its branch tests the session: one that was
 *       lost unnoticed fails there, before any work, and the next one is tried.
 *   <li>When none is left, it takes a new one.
 * </ol>
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread's transaction.
 */
final class SessionEnlistment {
    /**
     * How much longer a branch lives in the broker than its transaction. So the node ends it; the broker does that only
     * when the node is gone and its connection seems to exist.
     */
    private static final int BRANCH_SECONDS_MORE = 10;

    private final JmsPoolConfig config;
    private final PhysicalSessions sessions;
    private final TransactionManager manager;
    private final TransactionSynchronizationRegistry registry;
    private final FirstTakes<JtaTransaction> firstTakes = new FirstTakes<>();

    SessionEnlistment(JmsPoolConfig config, PhysicalSessions sessions, Assent assent) {
        this.config = config;
        this.sessions = sessions;
        this.manager = assent.transactionManager();
        this.registry = assent.synchronizationRegistry();
    }

    /** The thread's transaction; null when it has none. */
    @Nullable JtaTransaction current() {
        try {
            return (JtaTransaction) manager.getTransaction();
        } catch (SystemException impossible) {
            throw new java.lang.IllegalStateException(impossible);
        }
    }

    /**
     * The session of the thread's transaction.
     *
     * @throws JMSException when the thread has no transaction, it takes no more work, or no session can be made
     */
    SessionLease lease() throws JMSException {
        JtaTransaction current = current();
        if (current == null) {
            throw new IllegalStateException(MESSAGES.jmsOutside(config.name()));
        }
        SessionLease known = (SessionLease) registry.getResource(this);
        requireOpen(current, known == null);
        return known == null ? firstInTime(current) : known;
    }

    /** The existing session of the thread's transaction, if it may use it; null when it has none. */
    @Nullable SessionLease known() {
        JtaTransaction current = current();
        return current == null || current.whyClosed() != null ? null : (SessionLease) registry.getResource(this);
    }

    /** A transaction that times out meanwhile gets that as its error. */
    private SessionLease firstInTime(JtaTransaction current) throws JMSException {
        try {
            return first(current);
        } catch (JMSException failed) {
            TimedOutException timeout = current.timeout();
            throw timeout == null || timeout.text().equals(failed.getMessage())
                    ? failed
                    : Failures.timedOut(timeout, failed);
        }
    }

    /** Another thread of the transaction may have taken its session meanwhile. */
    private SessionLease first(JtaTransaction current) throws JMSException {
        long sinceNanos = System.nanoTime();
        FirstTakes<JtaTransaction>.Turn turn = inTime(nanosMax -> firstTakes.await(current, nanosMax), sinceNanos);
        try {
            SessionLease known = (SessionLease) registry.getResource(this);
            requireOpen(current, known == null);
            return known == null ? enlist(current, sinceNanos) : known;
        } finally {
            turn.close();
        }
    }

    private void requireOpen(JtaTransaction current, boolean enlists) throws JMSException {
        TimedOutException timeout = current.timeout();
        if (timeout != null) {
            throw Failures.timedOut(timeout, null);
        }
        String reason = current.whyClosed();
        if (reason == null && enlists && current.engine().isMarkedRollback()) {
            reason = "can only roll back";
        }
        if (reason != null) {
            throw Failures.because(
                    new IllegalStateException(MESSAGES.jmsRefused(config.name(), current.id(), reason)),
                    current.engine().rollbackCause());
        }
    }

    private SessionLease enlist(JtaTransaction current, long sinceNanos) throws JMSException {
        PoolGate.Permit permit = inTime(sessions.gate()::enter, sinceNanos);
        boolean done = false;
        try {
            SessionLease enlisted = takeAndStart(current, permit);
            done = true;
            return enlisted;
        } finally {
            if (!done) {
                permit.release();
            }
        }
    }

    private SessionLease takeAndStart(JtaTransaction current, PoolGate.Permit permit) throws JMSException {
        for (PhysicalSession used = sessions.takeIdle(); used != null; used = sessions.takeIdle()) {
            try {
                return start(new SessionLease(config, sessions, used, new SessionLease.Taking(current, permit)));
            } catch (SystemException | XAException lost) {
                requireOpen(current, true); // else the permit is gone; the next one, or a new one, may work
            }
        }
        try {
            return start(
                    new SessionLease(config, sessions, sessions.connect(), new SessionLease.Taking(current, permit)));
        } catch (SystemException | XAException refused) {
            throw notEnlisted(current, refused);
        }
    }

    /** The lease is known before its branch starts, since a timeout may end it meanwhile. */
    private SessionLease start(SessionLease lease) throws JMSException, SystemException, XAException {
        JtaTransaction current = lease.transaction();
        boolean done = false;
        sessions.lent(lease);
        try {
            registry.registerInterposedSynchronization(lease);
            lease.session().limitBranches(branchSeconds(current));
            current.enlistResource(config.name(), lease.branch());
            requireOpen(current, false);
            registry.putResource(this, lease);
            lease.deliver();
            done = true;
            return lease;
        } catch (JMSException | SystemException | XAException told) {
            throw told;
        } catch (Throwable failed) { // also an Error of the broker's client, as with a JDBC driver
            throw notEnlisted(current, failed);
        } finally {
            if (!done) {
                lease.abandon();
            }
        }
    }

    /** A transaction without a limit gets the longest one. */
    private static int branchSeconds(JtaTransaction transaction) {
        int seconds = transaction.timeoutSeconds();
        return seconds == 0 ? NodeTransactionManager.TIMEOUT_SECONDS_MAX : seconds + BRANCH_SECONDS_MORE;
    }

    private JMSException notEnlisted(JtaTransaction current, Throwable cause) {
        return Failures.because(
                new IllegalStateException(MESSAGES.jmsNotEnlisted(config.name(), current.id(), Failures.reason(cause))),
                cause);
    }

    /** Waits for something; null when it does not come in time. */
    private interface Waiting<T> {
        @Nullable T await(long nanosMax) throws InterruptedException;
    }

    /** All waits of a caller together take no longer than the setting says. */
    private <T> T inTime(Waiting<T> waiting, long sinceNanos) throws JMSException {
        if (sessions.isClosed()) {
            throw new JMSException(MESSAGES.jmsPoolClosed(config.name()));
        }
        long mostNanos = TimeUnit.MILLISECONDS.toNanos(config.get(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS));
        try {
            T there = waiting.await(mostNanos - (System.nanoTime() - sinceNanos));
            if (there != null) {
                return there;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw Failures.because(
                    new JMSException(MESSAGES.jmsInterrupted(
                            config.name(), Thread.currentThread().getName())),
                    interrupted);
        }
        sessions.timedOut();
        throw new ResourceAllocationException(exhausted((System.nanoTime() - sinceNanos) / 1_000_000));
    }

    /** All are in use, or new sessions take the room. */
    private String exhausted(long millis) {
        String thread = Thread.currentThread().getName();
        int sessionsMax = config.get(JmsPoolSetting.SESSIONS_MAX);
        int waiting = sessions.gate().waiting() + 1;
        int inUse = sessions.leases().size();
        int underWay = sessions.underWay();
        return inUse < sessionsMax && underWay > 0
                ? MESSAGES.jmsOpensSlowly(config.name(), thread, millis, underWay, inUse, sessionsMax, waiting)
                : MESSAGES.jmsExhausted(
                        config.name(), thread, millis, sessionsMax, waiting, Held.longest(sessions.leases()));
    }
}
