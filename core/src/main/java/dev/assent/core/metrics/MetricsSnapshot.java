package dev.assent.core.metrics;

import dev.assent.core.log.LogStatistics;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a node is doing, since it was opened or between two snapshots. Its parts are read one after the other
 * while transactions go on, so that they need not add up to the last one.
 *
 * <p>Immutable and safe to share.
 *
 * @param atNanos when it was made, by the node's clock, which tells differences only
 * @param periodNanos the time that it is about
 * @param transactions what became of transactions in that time
 * @param now what is under way and what waits, at its end
 * @param log what was written in that time
 * @param recovery what recovery did in that time
 * @param phases the time that ends of transactions took, by phase, of those that were timed
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
     * What became of transactions.
     *
     * @param begun by an application
     * @param committed as their applications were told, or as recovery has finished them
     * @param rolledBack likewise
     * @param timedOut those of the rolled back whose time was over
     * @param heuristic those that ended with an outcome that is or may be mixed and is kept, each time that
     *     they did: another branch that turns up later and is rolled back ends them again. What is in doubt about
     *     a last resource is told as a hazard, and counts as what becomes of it
     * @param unknown those whose decision may or may not be durable (law 8)
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
     * What is there now.
     *
     * @param active transactions under way
     * @param waiting transactions that wait for a resource
     * @param inDoubt transactions that wait for an operator to say what a last resource did
     * @param heuristic heuristic outcomes that are kept until an operator forgets them
     */
    public record Now(int active, int waiting, int inDoubt, int heuristic) {}

    /**
     * What recovery did.
     *
     * @param passes recovery passes
     * @param incidents times that a resource was found not to be reached
     */
    public record Recoveries(long passes, long incidents) {
        Recoveries since(Recoveries earlier) {
            return new Recoveries(passes - earlier.passes, incidents - earlier.incidents);
        }
    }

    /** How many records were made durable by one forced write, on average; 0 when there was none. */
    public double recordsPerForce() {
        return log.forces() == 0 ? 0 : (double) log.records() / log.forces();
    }

    /** How many of these in a second, over the time that the snapshot is about. */
    public double perSecond(long count) {
        return periodNanos == 0 ? 0 : count * 1e9 / periodNanos;
    }

    /**
     * What happened between an earlier snapshot of the same node and this one.
     *
     * @throws IllegalArgumentException when the other is the later one
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
