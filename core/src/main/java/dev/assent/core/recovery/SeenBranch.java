package dev.assent.core.recovery;

import dev.assent.core.xa.BranchXid;

/**
 * A branch that a resource lists in doubt, and what this node makes of it. Immutable.
 *
 * @param xid which
 * @param claim whose it is to finish
 * @param why it is left alone; empty when it is not
 * @param preparedMillis when it was prepared, in milliseconds since 1970, as its resource tells; 0 when it
 *     does not
 */
public record SeenBranch(BranchXid xid, Claim claim, String why, long preparedMillis) {
    /** Whose a branch is to finish. */
    public enum Claim {
        /** Of a transaction that this node knows. */
        KNOWN,
        /** Of this node, and nobody knows its transaction: recovery rolls it back. */
        ORPHAN,
        /** Of this node, which must not decide about it: an operator must. */
        LEFT_ALONE,
        /** Of another node: an operator must adopt that node, when it is gone for good. */
        STRANGE
    }
}
