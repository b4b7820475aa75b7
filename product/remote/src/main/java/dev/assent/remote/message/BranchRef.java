package dev.assent.remote.message;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one subordinate of a transaction. The incarnation identifies a subordinate at a node of Assent. A stranger
 * has only an address: one process may register any number of subordinates, and nobody can tell whether it has
 * restarted. Immutable.
 *
 * @param id the transaction
 * @param incarnation the subordinate's own name for the transaction. A second subordinate of the same transaction at
 *     the same node, after a restart or when the first was over, has another (law 15). Null for a stranger
 * @param address a stranger's address; null for a subordinate with an incarnation
 */
public record BranchRef(
        TransactionId id,
        @Nullable LocalTransactionId incarnation,
        @Nullable String address) {
    /** Requires exactly one of incarnation and address. */
    public BranchRef {
        if ((incarnation == null) == (address == null)) {
            throw new IllegalArgumentException("a subordinate has either an incarnation or an address");
        }
    }

    /** A subordinate at a node of Assent. */
    public BranchRef(TransactionId id, LocalTransactionId incarnation) {
        this(id, incarnation, null);
    }

    /** A stranger's subordinate. */
    public static BranchRef ofStranger(TransactionId id, String address) {
        return new BranchRef(id, null, address);
    }

    /** Its node; null for a stranger. */
    public @Nullable NodeId node() {
        return incarnation == null ? null : incarnation.origin().node();
    }

    /** The name that operators see. */
    @Override
    public String toString() {
        return (address != null ? "foreign participant at " + ShownAddress.of(address) : incarnation) + " of " + id;
    }
}
