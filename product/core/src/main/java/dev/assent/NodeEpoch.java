package dev.assent;

import java.nio.ByteBuffer;

/**
 * One life of a node: its identity, the number of its start, and a random mark, all forced to the log before use (law
 * 2: each start is a new epoch). The mark distinguishes two lives of one epoch. There are two if an older copy of a log
 * was put back in its place and started again.
 *
 * <p>Immutable and safe to share.
 *
 * @param node the node of this life
 * @param epoch counts the starts of the node, from 1
 * @param mark any 32 bits
 */
public record NodeEpoch(NodeId node, int epoch, int mark) {
    /** The number of bytes that {@link #write} writes. */
    public static final int BYTES = NodeId.BYTES + Integer.BYTES + Integer.BYTES;

    /** Refuses an epoch below 1. */
    public NodeEpoch {
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch " + epoch + " is not allowed; epochs count from 1");
        }
    }

    /**
     * Reads the bytes of {@link #write}.
     *
     * @throws IllegalArgumentException if its epoch is not valid
     */
    public static NodeEpoch read(ByteBuffer in) {
        return new NodeEpoch(NodeId.read(in), in.getInt(), in.getInt());
    }

    /** Writes the node, the epoch and the mark. */
    public void write(ByteBuffer out) {
        node.write(out);
        out.putInt(epoch).putInt(mark);
    }

    @Override
    public String toString() {
        return node + "/" + epoch;
    }
}
