package dev.assent.remote.message;

import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import org.jspecify.annotations.Nullable;

/**
 * The superior of a transaction, as its subordinates know it. Immutable.
 *
 * @param name the superior's own name for the transaction, which holds its node and epoch. A later subordinate of the
 *     same transaction there, which has lost this one's work, has another name. Null for a stranger, which has none
 * @param address the superior's address, a URI whose scheme names the transport
 */
public record SuperiorRef(@Nullable LocalTransactionId name, String address) {
    /** The superior's node; null for a stranger. */
    public @Nullable NodeId node() {
        return name == null ? null : name.origin().node();
    }

    /** The name that operators see. */
    @Override
    public String toString() {
        String shown = ShownAddress.of(address);
        return name == null ? shown : "node " + name.origin().node() + " at " + shown;
    }
}
