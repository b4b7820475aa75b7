package dev.assent.core.metrics;

import dev.assent.core.log.LogStatistics;
import dev.assent.core.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what happens in a node. Everything is counted exactly; the time that verbs and phases take is read
 * from the clock for one transaction of so many, since a look at the clock costs as much as a tenth of a
 * commit in memory.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks.
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
    private final Map<Phase, LatencyHistogram> phases = new EnumMap<>(Phase.class);
    private final Map<String, ResourceMeter> resources = new ConcurrentHashMap<>();

    /** What can happen to a node, one of it at a time. */
    public enum Count {
        /** A transaction began. */
        BEGUN,
        /** A transaction is committed. */
        COMMITTED,
        /** A transaction is rolled back. */
        ROLLED_BACK,
        /** A transaction ran out of time. */
        TIMED_OUT,
        /** A transaction's outcome is or may be mixed. */
        HEURISTIC,
        /** A decision may or may not be durable. */
        UNKNOWN,
        /** A recovery pass ended. */
        PASS,
        /** A resource is found not to be reached. */
        INCIDENT
    }

    /**
     * Begins to count.
     *
     * @param oneOf of so many transactions one is timed, a power of two; 0 for none
     */
    public Metrics(Clock clock, int oneOf) {
        assert Integer.bitCount(oneOf) <= 1;
        this.clock = clock;
        this.openedNanos = clock.nanos();
        this.sampleMask = oneOf - 1L;
        this.sampled = oneOf == 0 ? Long.MIN_VALUE : oneOf == 1 ? 0 : 1;
        for (Phase phase : Phase.values()) {
            phases.put(phase, new LatencyHistogram());
        }
    }

    /**
     * Whether the transaction with this number is timed; one that was begun in an earlier life of the node has
     * the number 0, and is timed only when all are.
     */
    public boolean isTimed(long sequence) {
        return (sequence & sampleMask) == sampled;
    }

    /** The time. */
    public long nanos() {
        return clock.nanos();
    }

    /** Something happened. */
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
    public void took(Phase phase, long sinceNanos) {
        LatencyHistogram histogram = phases.get(phase);
        if (histogram != null) {
            histogram.record(clock.nanos() - sinceNanos);
        }
    }

    /** What counts the answers of a resource. */
    public ResourceMeter of(String resource) {
        ResourceMeter known = resources.get(resource);
        return known == null ? resources.computeIfAbsent(resource, name -> new ResourceMeter()) : known;
    }

    /**
     * All that was counted so far.
     *
     * @param now what is under way and what waits
     */
    public MetricsSnapshot snapshot(MetricsSnapshot.Now now, LogStatistics log) {
        Map<Phase, LatencySnapshot> ofPhases = new EnumMap<>(Phase.class);
        phases.forEach((phase, histogram) -> ofPhases.put(phase, histogram.snapshot()));
        Map<String, ResourceSnapshot> ofResources = new TreeMap<>();
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
