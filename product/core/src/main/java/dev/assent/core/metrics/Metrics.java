package dev.assent.core.metrics;

import dev.assent.MetricsSnapshot;
import dev.assent.core.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the events of a node. All counts are exact. The times of verbs and phases are measured for one transaction of
 * so many, since reading the clock costs as much as a tenth of a commit in memory.
 *
 * <p>Thread safety: any thread may call all methods; none blocks.
 */
public final class Metrics {
    private final Clock clock;
    private final long openedNanos;
    private final long sampleMask;
    private final long sampled;
    private final LongAdder begun = new LongAdder();
    private final LongAdder committed = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder heuristic = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder passes = new LongAdder();
    private final LongAdder incidents = new LongAdder();
    private final Map<MetricsSnapshot.Phase, LatencyHistogram> phases = new EnumMap<>(MetricsSnapshot.Phase.class);
    private final Map<String, ResourceMeter> resources = new ConcurrentHashMap<>();

    /** Events of a node. */
    public enum Count {
        /** A transaction began. */
        BEGUN,
        /** A transaction is committed. */
        COMMITTED,
        /** A transaction is rolled back. */
        ROLLED_BACK,
        /** A transaction timed out. */
        TIMED_OUT,
        /** A transaction's outcome is or may be mixed. */
        HEURISTIC,
        /** A decision may or may not be durable. */
        UNKNOWN,
        /** A recovery pass ended. */
        PASS,
        /** A resource became unreachable. */
        INCIDENT
    }

    /**
     * Begins to count.
     *
     * @param oneOf measure one transaction of so many, a power of two; 0 for none
     */
    public Metrics(Clock clock, int oneOf) {
        assert Integer.bitCount(oneOf) <= 1;
        this.clock = clock;
        this.openedNanos = clock.nanos();
        this.sampleMask = oneOf - 1L;
        this.sampled = oneOf == 0 ? Long.MIN_VALUE : oneOf == 1 ? 0 : 1;
        for (MetricsSnapshot.Phase phase : MetricsSnapshot.Phase.values()) {
            phases.put(phase, new LatencyHistogram());
        }
    }

    /**
     * Whether the transaction with this number is measured. A transaction from an earlier life of the node has the
     * number 0, and is measured only if all are.
     */
    public boolean isTimed(long sequence) {
        return (sequence & sampleMask) == sampled;
    }

    /** The time. */
    public long nanos() {
        return clock.nanos();
    }

    /** Counts an event. */
    public void count(Count what) {
        LongAdder adder = switch (what) {
            case BEGUN -> begun;
            case COMMITTED -> committed;
            case ROLLED_BACK -> rolledBack;
            case TIMED_OUT -> timedOut;
            case HEURISTIC -> heuristic;
            case UNKNOWN -> unknown;
            case PASS -> passes;
            case INCIDENT -> incidents;
        };
        adder.increment();
    }

    /** A phase began at {@code sinceNanos} and ends now. */
    public void took(MetricsSnapshot.Phase phase, long sinceNanos) {
        LatencyHistogram histogram = phases.get(phase);
        if (histogram != null) {
            histogram.record(clock.nanos() - sinceNanos);
        }
    }

    /** The counts of a resource's answers. */
    public ResourceMeter of(String resource) {
        ResourceMeter known = resources.get(resource);
        return known == null ? resources.computeIfAbsent(resource, name -> new ResourceMeter()) : known;
    }

    /**
     * Everything counted so far.
     *
     * @param now the transactions under way and those that wait
     */
    public MetricsSnapshot snapshot(MetricsSnapshot.Now now, MetricsSnapshot.Log log) {
        Map<MetricsSnapshot.Phase, MetricsSnapshot.Latency> ofPhases = new EnumMap<>(MetricsSnapshot.Phase.class);
        phases.forEach((phase, histogram) -> ofPhases.put(phase, histogram.snapshot()));
        Map<String, MetricsSnapshot.Resource> ofResources = new TreeMap<>();
        resources.forEach((name, meter) -> ofResources.put(name, meter.snapshot()));
        long nanos = clock.nanos();
        return new MetricsSnapshot(
                nanos,
                nanos - openedNanos,
                new MetricsSnapshot.Transactions(
                        begun.sum(), committed.sum(), rolledBack.sum(), timedOut.sum(), heuristic.sum(), unknown.sum()),
                now,
                log,
                new MetricsSnapshot.Recoveries(passes.sum(), incidents.sum()),
                ofPhases,
                ofResources);
    }
}
