package dev.assent.core.identity;

/**
 * One life of a node: its identity and the number of its start, forced to the log before use (law 2).
 *
 * <p>Immutable and safe to share.
 *
 * @param node whose life
 * @param epoch counts the starts of the node, from 1
 */
public record NodeEpoch(NodeId node, int epoch) {
    /** Refuses an epoch below 1. */
    public NodeEpoch {
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch " + epoch + " is not allowed; epochs count from 1");
        }
    }

    @Override
    public String toString() {
        return node + "/" + epoch;
    }
}
