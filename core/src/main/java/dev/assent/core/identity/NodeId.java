package dev.assent.core.identity;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The identity of a node: 16 random bytes made together with its decision log (law 1). A node's name
 * is for people; this is what marks its transactions and branches.
 *
 * <p>Immutable and safe to share.
 *
 * @param high the first eight bytes
 * @param low the last eight bytes
 */
public record NodeId(long high, long low) {
    /** The length of a node's identity in bytes. */
    public static final int BYTES = 16;

    /** Reads a node's identity from the next 16 bytes of {@code in}. */
    public static NodeId read(ByteBuffer in) {
        return new NodeId(in.getLong(), in.getLong());
    }

    /** Writes the 16 bytes into {@code out}. */
    public void write(ByteBuffer out) {
        out.putLong(high).putLong(low);
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
