package dev.assent;

import java.util.EnumMap;
import java.util.LinkedHashMap;
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
        Log log,
        Recoveries recovery,
        Map<Phase, Latency> phases,
        Map<String, Resource> resources) {

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

    /**
     * What the log did in that time, and what it holds at its end.
     *
     * @param records appended, end records not counted
     * @param forces forced writes of the storage, without those of the opening
     * @param checkpoints changes of segment
     * @param liveBytes bytes of the live records, now
     * @param capacityBytes the number of live bytes from which on no transaction can decide any more; operators'
     *     records may take some more
     */
    public record Log(long records, long forces, long checkpoints, long liveBytes, long capacityBytes) {
        Log since(Log earlier) {
            return new Log(
                    records - earlier.records,
                    forces - earlier.forces,
                    checkpoints - earlier.checkpoints,
                    liveBytes,
                    capacityBytes);
        }
    }

    /** The phases of a transaction's end. */
    public enum Phase {
        /** Phase one: until the last participant has answered to prepare. */
        PREPARE,
        /** A forced record, of any kind. */
        FORCE,
        /** The last resource is asked to commit. */
        LAST_RESOURCE,
        /** Phase two after a commit decision: until the last participant has answered. */
        COMMIT,
        /** The only participant is asked to commit in one phase. */
        ONE_PHASE,
        /** Until the last participant has answered to roll back. */
        ROLLBACK
    }

    /**
     * Counted latencies. A quantile is the upper edge of its bucket: never too small, and too large by less than a
     * sixteenth. Immutable and safe to share.
     */
    public interface Latency {
        /** The number of latencies. */
        long count();

        /** Their sum in nanoseconds. */
        long sumNanos();

        /**
         * How many are below a limit in nanoseconds: exact for a power of two; otherwise without those in the limit's
         * bucket.
         */
        long countBelow(long nanos);

        /**
         * The latency in nanoseconds that this share of all latencies does not exceed; 0 if there are none.
         *
         * @param share of all, above 0 and up to 1
         * @throws IllegalArgumentException if the share is not allowed
         */
        long quantileNanos(double share);

        /**
         * The latencies since an earlier snapshot of the same ones.
         *
         * @throws ClassCastException if the earlier snapshot is not one of Assent
         */
        Latency since(Latency earlier);

        /** Their mean in nanoseconds; 0 if there are none. */
        default long meanNanos() {
            long count = count();
            return count == 0 ? 0 : sumNanos() / count;
        }

        /** The largest latency in nanoseconds, by its bucket; 0 if there are none. */
        default long maxNanos() {
            return quantileNanos(1);
        }
    }

    /**
     * One resource's answers. Verbs are {@code PREPARE}, {@code COMMIT}, {@code ROLLBACK}, {@code COMMIT_ONE_PHASE} and {@code
     * COMMIT_LAST} (to a last resource). Answers are {@code PREPARED}, {@code READ_ONLY}, {@code ROLLED_BACK}, {@code
     * REFUSED}, {@code DONE}, {@code RETRY} (not reached), {@code DOUBTFUL}, {@code HEURISTIC_COMMIT}, {@code
     * HEURISTIC_ROLLBACK}, {@code HEURISTIC_MIXED} and {@code HEURISTIC_HAZARD}.
     *
     * @param answers how often it gave each answer, by verb and answer
     * @param latencies the time until it answered, by verb, of the measured transactions
     */
    public record Resource(Map<String, Map<String, Long>> answers, Map<String, Latency> latencies) {
        /** For a resource that was never asked. */
        private static final Resource NONE = new Resource(Map.of(), Map.of());

        /** How often a verb was answered. */
        public long count(String verb) {
            return answers.getOrDefault(verb, Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }

        /** How often a verb got this answer. */
        public long count(String verb, String answer) {
            return answers.getOrDefault(verb, Map.of()).getOrDefault(answer, 0L);
        }

        Resource since(Resource earlier) {
            Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
            answers.forEach((verb, ofVerb) -> {
                Map<String, Long> difference = new LinkedHashMap<>();
                ofVerb.forEach((answer, count) -> difference.put(answer, count - earlier.count(verb, answer)));
                counts.put(verb, difference);
            });
            return new Resource(counts, MetricsSnapshot.since(latencies, earlier.latencies, new LinkedHashMap<>()));
        }
    }

    private static <K> Map<K, Latency> since(Map<K, Latency> now, Map<K, Latency> earlier, Map<K, Latency> into) {
        now.forEach((key, latency) -> {
            Latency before = earlier.get(key);
            into.put(key, before == null ? latency : latency.since(before));
        });
        return into;
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
        Map<String, Resource> ofResources = new TreeMap<>();
        resources.forEach((name, resource) ->
                ofResources.put(name, resource.since(earlier.resources.getOrDefault(name, Resource.NONE))));
        return new MetricsSnapshot(
                atNanos,
                atNanos - earlier.atNanos,
                transactions.since(earlier.transactions),
                now,
                log.since(earlier.log),
                recovery.since(earlier.recovery),
                since(phases, earlier.phases, new EnumMap<>(Phase.class)),
                ofResources);
    }
}
