package dev.assent.resources;

/**
 * The numbers of a pool for JMX, those of {@link PoolStatistics}. The connections of a JMS pool are its sessions.
 *
 * <p>Thread safety: safe to share.
 */
public interface PoolMXBean {
    /** The most connections. */
    int getConnectionsMax();

    /** Connections in use by a transaction or a caller now. */
    int getInUse();

    /** Idle connections now. */
    int getIdle();

    /** Waiting callers now. */
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
