package dev.assent.core.identity;

import dev.assent.core.participant.ByteSink;
import java.nio.ByteBuffer;

/**
 * One life of a node: its identity, the number of its start, and a mark drawn by chance, all forced to the log before use
 * (law 2). The mark tells two lives of one epoch apart. There are two when an older copy of a log was put back in its place
 * and started again.
 *
 * <p>Immutable and safe to share.
 *
 * @param node whose life
 * @param epoch counts the starts of the node, from 1
 * @param mark any 32 bits
 */
public record NodeEpoch(NodeId node, int epoch, int mark) {
    /** The length of what {@link #write} writes. */
    public static final int BYTES = NodeId.BYTES + Integer.BYTES + Integer.BYTES;

    /** Refuses an epoch below 1. */
    public NodeEpoch {
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch " + epoch + " is not allowed; epochs count from 1");
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException when its epoch is none
     */
    public static NodeEpoch read(ByteBuffer in) {
        return new NodeEpoch(NodeId.read(in), in.getInt(), in.getInt());
    }

    /** Writes the node, the epoch and the mark. */
    public void write(ByteBuffer out) {
        node.write(out);
        out.putInt(epoch).putInt(mark);
    }

    /** As {@link #write(ByteBuffer)}. */
    public void write(ByteSink out) {
        out.putLong(node.high()).putLong(node.low()).putInt(epoch).putInt(mark);
    }

    @Override
    public String toString() {
        return node + "/" + epoch;
    }
}
