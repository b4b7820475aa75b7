package dev.assent.resources;

/**
 * How a pool is doing, for JMX: the numbers of {@link PoolStatistics}. The connections of a JMS pool are its
 * sessions.
 *
 * <p>Thread safety: safe to share.
 */
public interface PoolMXBean {
    /** How many connections there may be. */
    int getConnectionsMax();

    /** Connections that a transaction or a caller has now. */
    int getInUse();

    /** Connections that wait to be used now. */
    int getIdle();

    /** Callers that wait for a connection now. */
    int getWaiting();

    /** Connections made, without those of recovery. */
    long getCreated();

    /** Of these, connections closed. */
    long getDestroyed();

    /** Connections reported as held for too long. */
    long getLeaked();

    /** Connections taken back from holders that did not use them. */
    long getReclaimed();

    /** Callers that got no connection in time. */
    long getTimeouts();
}
