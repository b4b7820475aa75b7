package dev.assent.core.identity;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * An identity that an Assent node gave: its life and a sequence number (law 1: an identity names its owner); 32 bytes.
 * The bytes are made only on demand, since most transactions never need them.
 *
 * <p>Immutable and safe to share.
 *
 * @param origin the life of the node that began the transaction
 * @param sequence counts the transactions of that life
 */
public record LocalTransactionId(NodeEpoch origin, long sequence) implements TransactionId {
    /** The length of the global part. */
    public static final int BYTES = NodeEpoch.BYTES + Long.BYTES;

    /** Whether these bytes can be the global part of one of our identities. */
    public static boolean hasShape(byte[] global) {
        return global.length == BYTES && ByteBuffer.wrap(global).getInt(NodeId.BYTES) > 0;
    }

    /** The identity with this global part, which {@linkplain #hasShape has our shape}. */
    public static LocalTransactionId of(byte[] global) {
        return read(ByteBuffer.wrap(global));
    }

    /**
     * Reads the global part from the next 32 bytes.
     *
     * @throws IllegalArgumentException if its epoch is not valid
     */
    public static LocalTransactionId read(ByteBuffer in) {
        return new LocalTransactionId(NodeEpoch.read(in), in.getLong());
    }

    @Override
    public int format() {
        return ASSENT_FORMAT;
    }

    @Override
    public byte[] global() {
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        origin.write(out);
        return out.putLong(sequence).array();
    }

    /** Hashes only the sequence: the rest is the same for nearly all identities that meet in one map. */
    @Override
    public int hashCode() {
        return Long.hashCode(sequence * 0x9E3779B97F4A7C15L);
    }

    /** The global part in hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(global());
    }
}
