package dev.assent.resources;

/**
 * The state of a pool at one instant, and the events since it was opened. The connections of a JMS pool are its
 * sessions. Each number is right by itself; while the pool works they need not match each other.
 *
 * @param connectionsMax the most connections
 * @param inUse connections in use by a transaction or a caller
 * @param idle connections that wait to be used
 * @param waiting callers that wait for a connection
 * @param created connections made, without those of recovery
 * @param destroyed of these, connections closed: too old, idle or useless, or taken back
 * @param leaked connections reported as held for too long; none of a JMS pool
 * @param reclaimed connections taken back from holders that did not use them; none of a JMS pool
 * @param timeouts callers that got no connection in time
 */
public record PoolStatistics(
        int connectionsMax,
        int inUse,
        int idle,
        int waiting,
        long created,
        long destroyed,
        long leaked,
        long reclaimed,
        long timeouts) {}
