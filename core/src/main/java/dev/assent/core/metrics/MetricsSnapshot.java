package dev.assent.core.metrics;

import dev.assent.core.log.LogStatistics;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metrics of a node, since it was opened or between two snapshots. Its parts are read one after the other while
 * transactions go on, so they need not add up exactly.
 *
 * <p>Immutable and safe to share.
 *
 * @param atNanos when it was made, by the node's clock; only differences mean something
 * @param periodNanos the time that it covers
 * @param transactions the outcomes of transactions in that time
 * @param now the transactions under way and those that wait, at its end
 * @param log the log's writes in that time
 * @param recovery what recovery did in that time
 * @param phases the time that ends of transactions took, by phase, of the measured ones
 * @param resources by name
 */
public record MetricsSnapshot(
        long atNanos,
        long periodNanos,
        Transactions transactions,
        Now now,
        LogStatistics log,
        Recoveries recovery,
        Map<Phase, LatencySnapshot> phases,
        Map<String, ResourceSnapshot> resources) {

    /**
     * The outcomes of transactions.
     *
     * @param begun by an application
     * @param committed with that outcome for their applications, or finished so by recovery
     * @param rolledBack likewise
     * @param timedOut those of the rolled back that timed out
     * @param heuristic those that ended with an outcome that is or may be mixed and is kept. A transaction counts
     *     each time that it ends so: another branch that appears later and is rolled back ends it again. A transaction
     *     whose last resource is in doubt counts when that is settled, by its final outcome; its application gets a
     *     hazard before
     * @param unknown those whose decision may or may not be durable (law 8: a failed force is an unknown outcome)
     */
    public record Transactions(
            long begun, long committed, long rolledBack, long timedOut, long heuristic, long unknown) {
        Transactions since(Transactions earlier) {
            return new Transactions(
                    begun - earlier.begun,
                    committed - earlier.committed,
                    rolledBack - earlier.rolledBack,
                    timedOut - earlier.timedOut,
                    heuristic - earlier.heuristic,
                    unknown - earlier.unknown);
        }
    }

    /**
     * The present transactions.
     *
     * @param active transactions under way
     * @param waiting transactions that wait for a resource
     * @param inDoubt transactions that wait for an operator to say what a last resource did
     * @param heuristic heuristic outcomes that wait for an operator to forget them
     */
    public record Now(int active, int waiting, int inDoubt, int heuristic) {}

    /**
     * What recovery did.
     *
     * @param passes recovery passes
     * @param incidents times that a resource became unreachable
     */
    public record Recoveries(long passes, long incidents) {
        Recoveries since(Recoveries earlier) {
            return new Recoveries(passes - earlier.passes, incidents - earlier.incidents);
        }
    }

    /** How many records one forced write made durable, on average; 0 if there was none. */
    public double recordsPerForce() {
        return log.forces() == 0 ? 0 : (double) log.records() / log.forces();
    }

    /** This count per second, over the time that the snapshot covers. */
    public double perSecond(long count) {
        return periodNanos == 0 ? 0 : count * 1e9 / periodNanos;
    }

    /**
     * The events between an earlier snapshot of the same node and this one.
     *
     * @throws IllegalArgumentException if the other one is later
     */
    public MetricsSnapshot since(MetricsSnapshot earlier) {
        if (earlier.atNanos > atNanos) {
            throw new IllegalArgumentException("the snapshot of " + earlier.atNanos + " ns is later than this one of "
                    + atNanos + " ns; an earlier one is allowed");
        }
        Map<Phase, LatencySnapshot> ofPhases = new EnumMap<>(Phase.class);
        phases.forEach((phase, latency) -> {
            LatencySnapshot before = earlier.phases.get(phase);
            ofPhases.put(phase, before == null ? latency : latency.since(before));
        });
        Map<String, ResourceSnapshot> ofResources = new TreeMap<>();
        resources.forEach((name, resource) ->
                ofResources.put(name, resource.since(earlier.resources.getOrDefault(name, ResourceSnapshot.NONE))));
        LogStatistics before = earlier.log;
        return new MetricsSnapshot(
                atNanos,
                atNanos - earlier.atNanos,
                transactions.since(earlier.transactions),
                now,
                new LogStatistics(
                        log.records() - before.records(),
                        log.forces() - before.forces(),
                        log.checkpoints() - before.checkpoints(),
                        log.liveBytes(),
                        log.capacityBytes()),
                recovery.since(earlier.recovery),
                ofPhases,
                ofResources);
    }
}
