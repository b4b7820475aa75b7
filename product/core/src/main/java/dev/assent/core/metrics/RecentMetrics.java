package dev.assent.core.metrics;

import dev.assent.MetricsSnapshot;
import java.util.function.Supplier;

/**
 * The metrics of the last minutes, for rates. They cover at least a minute, once a node has been open for so long, and
 * at most two minutes more than the time between two calls. Two earlier snapshots are kept; a caller replaces them when
 * they are old enough. So this needs no thread, and any number of callers may ask at any time.
 *
 * <p>Thread safety: safe to share; simultaneous callers wait for each other.
 */
public final class RecentMetrics {
    private static final long AGE_NANOS_MIN = 60_000_000_000L;

    private final Supplier<MetricsSnapshot> metrics;
    private MetricsSnapshot earlier;
    private MetricsSnapshot next;

    /** Starts now. */
    public RecentMetrics(Supplier<MetricsSnapshot> metrics) {
        this.metrics = metrics;
        this.earlier = metrics.get();
        this.next = earlier;
    }

    /** The latest metrics, with the time that they cover. */
    public synchronized MetricsSnapshot get() {
        MetricsSnapshot now = metrics.get();
        if (now.atNanos() - next.atNanos() >= AGE_NANOS_MIN) {
            earlier = next;
            next = now;
        }
        return now.since(earlier);
    }
}
