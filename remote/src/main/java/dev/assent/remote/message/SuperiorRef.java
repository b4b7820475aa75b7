package dev.assent.remote.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Who decides a transaction, as its subordinates know it. Immutable.
 *
 * @param name its own name for the transaction, which has its node and epoch: another subordinate there of the same
 *     transaction, which has lost the work of this one, has another; null for a stranger, who has none
 * @param address where it is reached, a URI whose scheme names the transport
 */
public record SuperiorRef(@Nullable LocalTransactionId name, String address) {
    /** Which node it is; null for a stranger. */
    public @Nullable NodeId node() {
        return name == null ? null : name.origin().node();
    }

    /** The name operators know it by. */
    @Override
    public String toString() {
        String shown = ShownAddress.of(address);
        return name == null ? shown : "node " + name.origin().node() + " at " + shown;
    }
}
