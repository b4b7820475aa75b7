package dev.assent.core.identity;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.participant.ByteSink;
import java.nio.ByteBuffer;

/**
 * Identities as bytes of records and messages: for a transaction the format, two bytes of length, and the global part;
 * for a life of a node the node, the epoch and the mark.
 */
public final class IdentityBytes {
    private IdentityBytes() {}

    /** Writes the identity of a transaction. Makes no array for one of ours. */
    public static void write(TransactionId id, ByteSink out) {
        if (id instanceof LocalTransactionId local) {
            out.putInt(TransactionId.ASSENT_FORMAT).putByte(0).putByte(LocalTransactionId.BYTES);
            write(local.origin(), out);
            out.putLong(local.sequence());
            return;
        }
        byte[] global = id.global();
        out.putInt(id.format()).putByte(global.length >>> 8).putByte(global.length);
        out.putBytes(global, 0, global.length);
    }

    /** Reads the identity of a transaction. */
    public static TransactionId transaction(ByteBuffer in) {
        int format = in.getInt();
        byte[] global = new byte[in.getShort() & 0xFFFF];
        in.get(global);
        return TransactionId.of(format, global);
    }

    /** Writes a life of a node, {@link NodeEpoch#BYTES} bytes. */
    public static void write(NodeEpoch life, ByteSink out) {
        NodeId node = life.node();
        out.putLong(node.high()).putLong(node.low()).putInt(life.epoch()).putInt(life.mark());
    }
}
