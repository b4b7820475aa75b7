package dev.assent.core;

import dev.assent.core.adapter.Chance;
import dev.assent.core.adapter.Identities;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.Notices;
import dev.assent.core.operator.NodeState;
import dev.assent.core.time.Clock;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Lets one transaction time out at a node of its own, which has no files and no threads. A class whose initialization
 * failed for lack of memory can never be used again; so what a timeout needs must be initialized while there is memory,
 * and not when the first transaction of a node times out.
 */
final class Rehearsal {
    private static final int TRANSACTIONS_MAX = 64;
    private static final int TIMEOUT_SECONDS = 1;

    private Rehearsal() {}

    static void run() {
        StoppedClock clock = new StoppedClock();
        NodeAssembly parts = new NodeAssembly(
                new NodeAssembly.Ports(
                        new MemoryDecisionLog(Identities::random),
                        clock,
                        Dispatcher.INLINE,
                        Runnable::run,
                        Runnable::run,
                        Thread::yield,
                        ThreadWaiter::new,
                        Chance::bits,
                        null,
                        new Metrics(clock, 1),
                        new NoNotices()),
                new NodeAssembly.Acting(AsideLogs.NONE, AuditTrail.NONE, Runnable::run, () -> NodeState.RUNNING),
                new NodeAssembly.Limits(TRANSACTIONS_MAX, TIMEOUT_SECONDS, TIMEOUT_SECONDS, true),
                none -> NodeLayer.NONE);
        parts.restore();
        try {
            timeOut(parts, clock);
        } catch (NotSupportedException | RollbackException | SystemException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void timeOut(NodeAssembly parts, StoppedClock clock)
            throws NotSupportedException, RollbackException, SystemException {
        NodeTransactionManager manager = parts.transactionManager();
        manager.begin();
        Objects.requireNonNull(manager.getTransaction()).enlistResource(new NoResource());
        clock.nanos = TimeUnit.SECONDS.toNanos(2 * TIMEOUT_SECONDS);
        parts.coordinator().tick();
        manager.rollback(); // the thread loses the transaction, which is rolled back already
    }

    private static final class NoNotices implements Notices {
        @Override
        public void info(String text) {}

        @Override
        public void warning(String text) {}
    }

    private static final class StoppedClock implements Clock {
        private long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long epochMillis() {
            return 0;
        }
    }

    /** Does nothing, and has nothing to recover. */
    private static final class NoResource implements XAResource {
        @Override
        public void start(Xid xid, int flags) {}

        @Override
        public void end(Xid xid, int flags) {}

        @Override
        public int prepare(Xid xid) {
            return XA_RDONLY;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {}

        @Override
        public void rollback(Xid xid) {}

        @Override
        public void forget(Xid xid) {}

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }
    }
}
