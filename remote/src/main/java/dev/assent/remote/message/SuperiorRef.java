package dev.assent.remote.message;

import dev.assent.core.identity.NodeEpoch;
import org.jspecify.annotations.Nullable;

/**
 * Who decides a transaction, as its subordinates know it. Immutable.
 *
 * @param life the node and its epoch; null for a stranger, who has none
 * @param address where it is reached, a URI whose scheme names the transport
 */
public record SuperiorRef(@Nullable NodeEpoch life, String address) {
    /** The name operators know it by. */
    @Override
    public String toString() {
        return life == null ? address : "node " + life.node() + " at " + address;
    }
}
