package dev.assent.resources;

/**
 * How a pool is doing at one instant, and what has happened since it was opened. The connections of a JMS pool
 * are its sessions. Each number is right by itself; while the pool is at work they need not fit each other.
 *
 * @param connectionsMax how many connections there may be
 * @param inUse connections that a transaction or a caller has
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
