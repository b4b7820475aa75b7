package dev.assent.remote.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * Names one subordinate of a transaction. A node of ours is named by its incarnation. A stranger has no name but its
 * address: one process may register any number of them, and nobody can tell whether it has restarted. Immutable.
 *
 * @param id the transaction
 * @param incarnation the subordinate's own name for it: a second one of the same transaction at the same node, made
 *     after a restart or when the first was over, has another (law 15); null for a stranger
 * @param address a stranger's; null for one that has a name
 */
public record BranchRef(
        TransactionId id,
        @Nullable LocalTransactionId incarnation,
        @Nullable String address) {
    /** Refuses one without a name, and one with two. */
    public BranchRef {
        if ((incarnation == null) == (address == null)) {
            throw new IllegalArgumentException("a subordinate has an incarnation or an address, and one of them");
        }
    }

    /** A subordinate at a node of ours. */
    public BranchRef(TransactionId id, LocalTransactionId incarnation) {
        this(id, incarnation, null);
    }

    /** A stranger's. */
    public static BranchRef ofStranger(TransactionId id, String address) {
        return new BranchRef(id, null, address);
    }

    /** Which node it is at; null for a stranger. */
    public @Nullable NodeId node() {
        return incarnation == null ? null : incarnation.origin().node();
    }

    /** The name operators know it by. */
    @Override
    public String toString() {
        return (address != null ? "stranger at " + ShownAddress.of(address) : incarnation) + " of " + id;
    }
}
