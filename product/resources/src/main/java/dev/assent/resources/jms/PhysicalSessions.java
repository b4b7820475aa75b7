package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.Closing;
import dev.assent.core.adapter.Workers;
import dev.assent.resources.PoolStatistics;
import dev.assent.resources.probe.ProbeRefusedException;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.room.ClosedInTime;
import dev.assent.resources.room.PoolGate;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one pool: idle ones, and room for a limited number in all. The one used last is given out first, and
 * one that was lost while idle is never given out.
 *
 * <p>Thread safety: safe to share.
 */
final class PhysicalSessions {
    private static final int CLOSE_THREADS_MAX = 32;

    private final String pool;
    private final Login login;
    private final StartupProbe<JMSException> probe;
    private final LossListeners listeners;
    private final Runnable suspicion;
    private final PoolGate gate;
    private final Deque<PhysicalSession> idle = new ConcurrentLinkedDeque<>();
    private final Set<PhysicalSession> all = ConcurrentHashMap.newKeySet();
    private final Set<SessionLease> leases = ConcurrentHashMap.newKeySet();
    private final int sessionsMax;
    private final LongAdder created = new LongAdder();
    private final LongAdder destroyed = new LongAdder();
    private final LongAdder timeouts = new LongAdder();

    /** How many threads are making one. */
    private final AtomicInteger opening = new AtomicInteger();

    /** How many threads are closing one. */
    private final AtomicInteger closes = new AtomicInteger();

    private volatile boolean closed;

    /**
     * No sessions yet.
     *
     * @param probe must pass before a session is made
     * @param listeners learn of a lost session
     * @param suspicion tells recovery that the broker may be away
     */
    PhysicalSessions(
            JmsPoolConfig config, StartupProbe<JMSException> probe, LossListeners listeners, Runnable suspicion) {
        this.probe = probe;
        this.listeners = listeners;
        this.suspicion = suspicion;
        this.pool = config.name();
        this.login = new Login(config);
        this.sessionsMax = config.get(JmsPoolSetting.SESSIONS_MAX);
        this.gate = new PoolGate(sessionsMax);
    }

    /** An admitted caller finds an idle session, or room for a new one. */
    PoolGate gate() {
        return gate;
    }

    /** From now on makes no more, and keeps none that comes back. */
    void stop() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** One that was used before and is not known to be lost; null when there is none. */
    @Nullable PhysicalSession takeIdle() {
        for (PhysicalSession next = idle.poll(); next != null; next = idle.poll()) {
            if (!next.isLost()) {
                return next;
            }
            destroy(next);
        }
        return null;
    }

    /**
     * A new one.
     *
     * @throws JMSException with the broker's reason when no connection can be made, or with the probe's
     */
    PhysicalSession connect() throws JMSException {
        PhysicalSession made;
        opening.incrementAndGet(); // until it is known, so that a close of the pool sees it
        try {
            made = logIn(listeners::lost);
            all.add(made);
            created.increment();
        } finally {
            opening.decrementAndGet();
        }
        if (closed) {
            destroy(made);
            throw new JMSException(MESSAGES.jmsPoolClosed(pool));
        }
        return made;
    }

    /**
     * The broker's metadata, over a connection that is made for this and closed again. So it needs no room, and proves
     * that the broker can be reached.
     *
     * @throws JMSException as {@link #connect}
     */
    ConnectionMetaData metaData() throws JMSException {
        opening.incrementAndGet();
        try {
            PhysicalSession aside = logIn(gone -> {});
            try {
                return BrokerMetaData.of(aside.metaData());
            } finally {
                aside.close();
            }
        } finally {
            opening.decrementAndGet();
        }
    }

    private PhysicalSession logIn(ExceptionListener whenLost) throws JMSException {
        if (closed) {
            throw new JMSException(MESSAGES.jmsPoolClosed(pool));
        }
        try {
            probe.requirePassed();
            return login.open(gone -> {
                suspicion.run();
                whenLost.onException(gone);
            });
        } catch (ProbeRefusedException refused) {
            throw Failures.because(new JMSException(refused.text()), refused);
        } catch (JMSException failed) {
            suspicion.run();
            String text = MESSAGES.jmsNotConnected(pool, Failures.reason(failed));
            throw Failures.because(
                    failed instanceof JMSSecurityException
                            ? new JMSSecurityException(text, failed.getErrorCode())
                            : new JMSException(text, failed.getErrorCode()),
                    failed);
        }
    }

    /** The listeners for lost connections. */
    LossListeners listeners() {
        return listeners;
    }

    /** A transaction has a session from now on. */
    void lent(SessionLease lease) {
        leases.add(lease);
    }

    /** The sessions in use. */
    Collection<SessionLease> leases() {
        return leases;
    }

    /** A transaction gives a session back: it becomes idle, or is closed when it is not intact. */
    void returned(SessionLease lease, boolean intact) {
        leases.remove(lease);
        PhysicalSession session = lease.session();
        if (intact) {
            idle.push(session);
        }
        if (!intact || (closed && idle.remove(session))) {
            destroy(session);
        }
    }

    /** Closes one that must not be used again. */
    void destroy(PhysicalSession session) {
        closes.incrementAndGet(); // before it is removed, so that a close of the pool sees it
        try {
            if (all.remove(session)) {
                destroyed.increment();
            }
            session.close();
        } finally {
            closes.decrementAndGet();
        }
    }

    /** How many are being made, also for callers that have given up. */
    int underWay() {
        return opening.get() + login.abandoned().get();
    }

    /** A caller waited for room in vain. */
    void timedOut() {
        timeouts.increment();
    }

    /** The pool's numbers; no session is reported or taken back. */
    PoolStatistics statistics() {
        return new PoolStatistics(
                sessionsMax,
                leases.size(),
                idle.size(),
                gate.waiting(),
                created.sum(),
                destroyed.sum(),
                0,
                0,
                timeouts.sum());
    }

    /**
     * Closes all, also those in use, concurrently, by the deadline of a close that has begun: a broker's client may
     * wait long for its broker, or for a thread in one of its calls. A session that is just being made is closed as
     * soon as it exists. Then reports the rest, which ends with the process.
     */
    void close(Closing closing) {
        stop();
        gate.close();
        idle.clear();
        ExecutorService executor = Workers.daemons("assent-pool-" + pool + "-close-", CLOSE_THREADS_MAX);
        try {
            for (PhysicalSession session : all) {
                executor.execute(() -> destroy(session));
            }
        } catch (OutOfMemoryError noThread) {
            // the caller reports those that are still open
        } finally {
            executor.shutdown();
        }
        Workers.await(() -> underWay() == 0 && all.isEmpty() && closes.get() == 0, closing.until(ClosedInTime.IN_TIME));
        int open = all.size() + closes.get();
        int made = underWay();
        if (open > 0 || made > 0) {
            closing.left("pool '" + pool + "', whose broker does not answer (sessions still open: " + open
                    + ", being made: " + made + ")");
        }
    }
}
