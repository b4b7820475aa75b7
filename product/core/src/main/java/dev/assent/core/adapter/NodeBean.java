package dev.assent.core.adapter;

import dev.assent.MetricsSnapshot;
import dev.assent.core.metrics.RecentMetrics;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The metrics of a node in JMX. Each read of an attribute takes its own snapshot.
 *
 * <p>Thread safety: safe to share.
 */
public final class NodeBean implements NodeMXBean {
    private final Supplier<MetricsSnapshot> metrics;
    private final RecentMetrics recent;

    /** Its rates count from now on. */
    public NodeBean(Supplier<MetricsSnapshot> metrics) {
        this.metrics = metrics;
        this.recent = new RecentMetrics(metrics);
    }

    @Override
    public long getPeriodNanos() {
        return metrics.get().periodNanos();
    }

    // ---- transactions

    @Override
    public long getBegun() {
        return metrics.get().transactions().begun();
    }

    @Override
    public long getCommitted() {
        return metrics.get().transactions().committed();
    }

    @Override
    public long getRolledBack() {
        return metrics.get().transactions().rolledBack();
    }

    @Override
    public long getTimedOut() {
        return metrics.get().transactions().timedOut();
    }

    @Override
    public long getHeuristic() {
        return metrics.get().transactions().heuristic();
    }

    @Override
    public long getUnknown() {
        return metrics.get().transactions().unknown();
    }

    @Override
    public int getActive() {
        return metrics.get().now().active();
    }

    @Override
    public int getWaiting() {
        return metrics.get().now().waiting();
    }

    @Override
    public int getInDoubt() {
        return metrics.get().now().inDoubt();
    }

    @Override
    public int getHeuristicKept() {
        return metrics.get().now().heuristic();
    }

    // ---- the decision log

    @Override
    public long getLogRecords() {
        return metrics.get().log().records();
    }

    @Override
    public long getForcedWrites() {
        return metrics.get().log().forces();
    }

    @Override
    public double getRecordsPerForce() {
        return metrics.get().recordsPerForce();
    }

    @Override
    public long getCheckpoints() {
        return metrics.get().log().checkpoints();
    }

    @Override
    public long getLogLiveBytes() {
        return metrics.get().log().liveBytes();
    }

    @Override
    public long getLogCapacityBytes() {
        return metrics.get().log().capacityBytes();
    }

    // ---- recovery

    @Override
    public long getRecoveryPasses() {
        return metrics.get().recovery().passes();
    }

    @Override
    public long getIncidents() {
        return metrics.get().recovery().incidents();
    }

    // ---- by phase and resource

    @Override
    public Map<String, LatencyView> getPhases() {
        Map<String, LatencyView> views = new TreeMap<>();
        metrics.get().phases().forEach((phase, latency) -> views.put(phase.name(), new LatencyView(latency)));
        return views;
    }

    @Override
    public Map<String, Map<String, Long>> getAnswers() {
        return byVerb(metrics.get(), MetricsSnapshot.Resource::answers, TreeMap::new);
    }

    @Override
    public Map<String, LatencyView> getLatencies() {
        return byVerb(metrics.get(), MetricsSnapshot.Resource::latencies, LatencyView::new);
    }

    // ---- rates

    @Override
    public long getRatePeriodNanos() {
        return recent.get().periodNanos();
    }

    @Override
    public double getBegunPerSecond() {
        return perSecond(lately -> lately.transactions().begun());
    }

    @Override
    public double getCommittedPerSecond() {
        return perSecond(lately -> lately.transactions().committed());
    }

    @Override
    public double getRolledBackPerSecond() {
        return perSecond(lately -> lately.transactions().rolledBack());
    }

    @Override
    public double getTimedOutPerSecond() {
        return perSecond(lately -> lately.transactions().timedOut());
    }

    @Override
    public double getLogRecordsPerSecond() {
        return perSecond(lately -> lately.log().records());
    }

    @Override
    public double getForcedWritesPerSecond() {
        return perSecond(lately -> lately.log().forces());
    }

    @Override
    public Map<String, Double> getAnswersPerSecond() {
        MetricsSnapshot lately = recent.get();
        return byVerb(lately, MetricsSnapshot.Resource::answers, answers -> lately.perSecond(sum(answers.values())));
    }

    private double perSecond(ToLongFunction<MetricsSnapshot> count) {
        MetricsSnapshot lately = recent.get();
        return lately.perSecond(count.applyAsLong(lately));
    }

    private static long sum(Collection<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** A map with one entry for each resource and verb. The key has both names: resource names have no space. */
    private static <V, T> Map<String, T> byVerb(
            MetricsSnapshot snapshot, Function<MetricsSnapshot.Resource, Map<String, V>> part, Function<V, T> shown) {
        Map<String, T> all = new TreeMap<>();
        snapshot.resources()
                .forEach((name, resource) ->
                        part.apply(resource).forEach((verb, value) -> all.put(name + " " + verb, shown.apply(value))));
        return all;
    }
}
