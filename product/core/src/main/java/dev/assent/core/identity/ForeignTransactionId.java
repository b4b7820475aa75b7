package dev.assent.core.identity;

import dev.assent.TransactionId;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An identity that another system gave, carried unchanged.
 *
 * <p>Immutable and safe to share.
 */
public final class ForeignTransactionId implements TransactionId {
    /** The longest global part that is accepted, in bytes. */
    public static final int BYTES_MAX = 4096;

    private final int format;
    private final byte[] global;

    /**
     * Copies {@code global}.
     *
     * @throws IllegalArgumentException if {@code global} is longer than {@link #BYTES_MAX}
     */
    public ForeignTransactionId(int format, byte[] global) {
        if (global.length > BYTES_MAX) {
            throw new IllegalArgumentException("a transaction identity of " + global.length
                    + " bytes is not allowed; at most " + BYTES_MAX + " bytes are");
        }
        this.format = format;
        this.global = global.clone();
    }

    @Override
    public int format() {
        return format;
    }

    @Override
    public byte[] global() {
        return global.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ForeignTransactionId that
                && format == that.format
                && Arrays.equals(global, that.global);
    }

    @Override
    public int hashCode() {
        return 31 * format + Arrays.hashCode(global);
    }

    /** The format and the global part in hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(format) + ":" + HexFormat.of().formatHex(global);
    }
}
