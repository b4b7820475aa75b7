package dev.assent.core.adapter;

import java.util.Map;

/**
 * The metrics of a node for JMX: those of {@link dev.assent.MetricsSnapshot} since the node was opened,
 * and rates of the {@linkplain dev.assent.core.metrics.RecentMetrics last minutes}. Each attribute is one number, or a
 * map of numbers.
 *
 * <p>There may be a map in a map, but not a third level, which Prometheus' exporter can't read. So a value of a
 * resource and a verb has one key for both, such as {@code "orders PREPARE"}.
 *
 * <p>Thread safety: safe to share.
 */
public interface NodeMXBean {
    /** The time that the counts cover, since the node was opened, in nanoseconds. */
    long getPeriodNanos();

    // ---- transactions

    /** Transactions begun. */
    long getBegun();

    /** Transactions committed everywhere. */
    long getCommitted();

    /** Transactions rolled back everywhere. */
    long getRolledBack();

    /** Transactions that timed out. */
    long getTimedOut();

    /** Transactions with a heuristic outcome. */
    long getHeuristic();

    /** Transactions whose decision may or may not be durable. */
    long getUnknown();

    /** Transactions under way now. */
    int getActive();

    /** Transactions that wait for a resource now. */
    int getWaiting();

    /** Transactions that wait for an operator to say what a last resource did. */
    int getInDoubt();

    /** Heuristic outcomes that wait for an operator to forget them. */
    int getHeuristicKept();

    // ---- the decision log

    /** Records appended to the decision log, end records not counted. */
    long getLogRecords();

    /** Forced writes of the decision log. */
    long getForcedWrites();

    /** Records made durable by one forced write, on average. */
    double getRecordsPerForce();

    /** Changes of the log's segment. */
    long getCheckpoints();

    /** Bytes of the log's live records. */
    long getLogLiveBytes();

    /** The number of live bytes from which on no transaction can decide any more. */
    long getLogCapacityBytes();

    // ---- recovery

    /** Recovery passes. */
    long getRecoveryPasses();

    /** Times that a resource became unreachable. */
    long getIncidents();

    // ---- by phase and resource

    /** The time of each phase, by its name, of the measured transactions. */
    Map<String, LatencyView> getPhases();

    /** How often each resource gave each answer to each verb, by resource and verb, and then by the answer. */
    Map<String, Map<String, Long>> getAnswers();

    /** The time of each resource for each verb, of the measured transactions, by resource and verb. */
    Map<String, LatencyView> getLatencies();

    // ---- rates

    /** The time that the rates cover, in nanoseconds. */
    long getRatePeriodNanos();

    /** Transactions begun in a second. */
    double getBegunPerSecond();

    /** Transactions committed everywhere in a second. */
    double getCommittedPerSecond();

    /** Transactions rolled back everywhere in a second. */
    double getRolledBackPerSecond();

    /** Transactions that timed out in a second. */
    double getTimedOutPerSecond();

    /** Records appended to the decision log in a second. */
    double getLogRecordsPerSecond();

    /** Forced writes of the decision log in a second. */
    double getForcedWritesPerSecond();

    /** How often each resource answered each verb in a second, by resource and verb. */
    Map<String, Double> getAnswersPerSecond();
}
