package dev.assent.core.transaction;

import dev.assent.core.commit.CommitProtocol;
import dev.assent.core.commit.PresumedAbort;

/**
 * The terms of a transaction.
 *
 * <p>Immutable and safe to share.
 *
 * @param timeoutMillis how long it may take until its decision; 0 for no timeout
 * @param protocol its commit protocol
 * @param owner gets the outcome if the timeout rolled it back; for a subordinate every outcome, on any thread, and
 *     once more if recovery finds out more
 */
public record Terms(long timeoutMillis, CommitProtocol protocol, Owner owner) {
    /** No timeout, presumed abort. */
    public static final Terms DEFAULT = new Terms(0, PresumedAbort.INSTANCE, Owner.NONE);

    /** Refuses a negative timeout. */
    public Terms {
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("timeout " + timeoutMillis + " ms is not allowed; 0 (never) or more is");
        }
    }
}
