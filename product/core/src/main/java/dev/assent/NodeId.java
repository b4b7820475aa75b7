package dev.assent;

import dev.assent.core.identity.ForeignTransactionId;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The identity of a node: 16 random bytes that Assent makes together with the node's decision log (law 1: an identity
 * names its owner). The node's transactions and branches carry this identity.
 *
 * <p>Immutable and safe to share.
 *
 * @param high the first eight bytes
 * @param low the last eight bytes
 */
public record NodeId(long high, long low) implements Comparable<NodeId> {
    /** The length of a node's identity in bytes. */
    public static final int BYTES = 16;

    /** Reads a node's identity from the next 16 bytes of {@code in}. */
    public static NodeId read(ByteBuffer in) {
        return new NodeId(in.getLong(), in.getLong());
    }

    /** The identity with these 32 hexadecimal digits; empty when the text is anything else. */
    public static Optional<NodeId> parse(String text) {
        if (text.length() != 2 * BYTES || !text.chars().allMatch(HexFormat::isHexDigit)) {
            return Optional.empty();
        }
        int middle = BYTES;
        return Optional.of(new NodeId(
                HexFormat.fromHexDigitsToLong(text, 0, middle),
                HexFormat.fromHexDigitsToLong(text, middle, 2 * middle)));
    }

    /**
     * The name under which a log keeps records that belong to this node, and not to a transaction: the 16 bytes in our
     * own format, which no transaction has.
     */
    public TransactionId recordId() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        write(bytes);
        return new ForeignTransactionId(TransactionId.ASSENT_FORMAT, bytes.array());
    }

    /** In the order of the hexadecimal digits. */
    @Override
    public int compareTo(NodeId other) {
        int high = Long.compareUnsigned(this.high, other.high);
        return high != 0 ? high : Long.compareUnsigned(low, other.low);
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
