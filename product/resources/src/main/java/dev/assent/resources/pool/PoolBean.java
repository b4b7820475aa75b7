package dev.assent.resources.pool;

import dev.assent.Assent;
import dev.assent.core.Internals;
import dev.assent.resources.PoolMXBean;
import dev.assent.resources.PoolStatistics;
import java.util.function.Supplier;

/**
 * Shows a pool's numbers by JMX.
 *
 * <p>Thread safety: safe to share.
 */
public final class PoolBean implements PoolMXBean {
    private final Supplier<PoolStatistics> statistics;

    private PoolBean(Supplier<PoolStatistics> statistics) {
        this.statistics = statistics;
    }

    /**
     * Shows a pool as {@code dev.assent:type=Pool,node=ID,name=NAME}, if its node uses JMX.
     *
     * @param name of the pool, registered with the node
     * @return ends that, once
     * @throws IllegalStateException when the name is taken, by another life of the node in this process
     */
    public static Runnable show(Assent assent, String name, Supplier<PoolStatistics> statistics) {
        return Internals.show(assent, "Pool", name, new PoolBean(statistics));
    }

    @Override
    public int getConnectionsMax() {
        return statistics.get().connectionsMax();
    }

    @Override
    public int getInUse() {
        return statistics.get().inUse();
    }

    @Override
    public int getIdle() {
        return statistics.get().idle();
    }

    @Override
    public int getWaiting() {
        return statistics.get().waiting();
    }

    @Override
    public long getCreated() {
        return statistics.get().created();
    }

    @Override
    public long getDestroyed() {
        return statistics.get().destroyed();
    }

    @Override
    public long getLeaked() {
        return statistics.get().leaked();
    }

    @Override
    public long getReclaimed() {
        return statistics.get().reclaimed();
    }

    @Override
    public long getTimeouts() {
        return statistics.get().timeouts();
    }
}
