package dev.assent.core.adapter;

import java.util.Map;

/**
 * The metrics of a node for JMX, since it was opened; see {@link
 * dev.assent.core.metrics.MetricsSnapshot}, of which each attribute is one number or one map.
 *
 * <p>Thread safety: safe to share.
 */
public interface NodeMXBean {
    /** Transactions begun. */
    long getBegun();

    /** Transactions committed everywhere. */
    long getCommitted();

    /** Transactions rolled back everywhere. */
    long getRolledBack();

    /** Transactions whose time ran out. */
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

    /** Heuristic outcomes that are kept until an operator forgets them. */
    int getHeuristicKept();

    /** Forced writes of the decision log. */
    long getForcedWrites();

    /** Records made durable by one forced write, on average. */
    double getRecordsPerForce();

    /** Recovery passes. */
    long getRecoveryPasses();

    /** Times that a resource was found not to be reached. */
    long getIncidents();

    /** The time of each phase, by its name. */
    Map<String, LatencyView> getPhases();

    /** What each resource answered to each verb, by its name; each text has the count of every answer. */
    Map<String, Map<String, String>> getAnswers();

    /** The time of each resource for each verb, by its name. */
    Map<String, Map<String, LatencyView>> getLatencies();
}
