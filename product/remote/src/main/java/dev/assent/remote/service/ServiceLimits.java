package dev.assent.remote.service;

/**
 * The limits of a node's services. Immutable.
 *
 * @param callMillisMax how long a call waits for its reply, even if the transaction has more time; at least 1
 * @param leaseMillis how long a reference is kept that is neither used nor renewed; at least 1
 * @param referencesMaxOfCaller how many references one caller may have; at least 1
 * @param referencesMaxOfHost how many all callers of one host without a certificate may have together; at least 1
 * @param referencesMax how many all callers may have; at least 1
 */
public record ServiceLimits(
        long callMillisMax, long leaseMillis, int referencesMaxOfCaller, int referencesMaxOfHost, int referencesMax) {
    /**
     * 30 seconds for a call, 5 minutes for a lease, 1,000 references for a caller, 4,000 for a host, 10,000 for all.
     */
    public static final ServiceLimits DEFAULT = new ServiceLimits(30_000, 300_000, 1_000, 4_000, 10_000);

    /** Refuses limits out of range. */
    public ServiceLimits {
        if (callMillisMax < 1
                || leaseMillis < 1
                || referencesMaxOfCaller < 1
                || referencesMaxOfHost < 1
                || referencesMax < 1) {
            throw new IllegalArgumentException(
                    "limits of " + callMillisMax + " ms, " + leaseMillis + " ms, " + referencesMaxOfCaller + ", "
                            + referencesMaxOfHost + " and " + referencesMax + " are not allowed; each is 1 or more");
        }
    }
}
