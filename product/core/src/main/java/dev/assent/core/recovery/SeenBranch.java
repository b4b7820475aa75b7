package dev.assent.core.recovery;

import dev.assent.core.xa.BranchXid;

/**
 * A branch that a resource lists in doubt, and its owner. Immutable.
 *
 * @param xid its Xid
 * @param claim the kind of owner
 * @param why the reason why it is left alone; empty if it is not
 * @param preparedMillis when it was prepared, in milliseconds since 1970, as its resource says; 0 if the resource
 *     does not say
 */
public record SeenBranch(BranchXid xid, Claim claim, String why, long preparedMillis) {
    /** The owner of a branch. */
    public enum Claim {
        /** A transaction that this node knows. */
        KNOWN,
        /** This node, which does not know its transaction: recovery rolls it back. */
        ORPHAN,
        /** This node, which must not decide about it: an operator must. */
        LEFT_ALONE,
        /** Another node: an operator must adopt that node, if it is gone for good. */
        STRANGE
    }
}
