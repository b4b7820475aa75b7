package dev.assent.core.metrics;

import java.util.function.Supplier;

/**
 * What happened lately, for rates: over at least a minute, as soon as a node is open for so long, and at most two
 * minutes more than who asks waits in between. Two earlier snapshots are kept, and replaced by who asks when they
 * are old enough: no thread is needed, and it does not matter how many ask how often.
 *
 * <p>Thread safety: safe to share; who asks at the same time waits for the other.
 */
public final class RecentMetrics {
    private static final long AGE_NANOS_MIN = 60_000_000_000L;

    private final Supplier<MetricsSnapshot> metrics;
    private MetricsSnapshot earlier;
    private MetricsSnapshot next;

    /** What happens from now on. */
    public RecentMetrics(Supplier<MetricsSnapshot> metrics) {
        this.metrics = metrics;
        this.earlier = metrics.get();
        this.next = earlier;
    }

    /** What happened lately, and in which time. */
    public synchronized MetricsSnapshot get() {
        MetricsSnapshot now = metrics.get();
        if (now.atNanos() - next.atNanos() >= AGE_NANOS_MIN) {
            earlier = next;
            next = now;
        }
        return now.since(earlier);
    }
}
