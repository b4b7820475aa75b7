package dev.assent.core.log;

import dev.assent.TransactionId;
import dev.assent.core.identity.IdentityBytes;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A record in memory, as it is on disk:
 *
 * <pre>
 *   0  u32  how many bytes follow
 *   4  i32  kind
 *   8  i32  format of the transaction's identity
 *  12  u16  length of its global part
 *  14       global part, then the body up to the end
 * </pre>
 *
 * <p>Immutable except for the link to the next record of the same transaction, which the log's lock guards.
 */
final class LiveRecord {
    /** The bytes of a record before the identity's global part. */
    static final int HEADER_BYTES = 14;

    private static final int KIND_AT = 4;
    private static final int ID_AT = 8;
    private static final int GLOBAL_BYTES_AT = 12;

    private final TransactionId id;
    private final byte[] encoded;
    private @Nullable LiveRecord next;

    LiveRecord(TransactionId id, byte[] encoded) {
        this.id = id;
        this.encoded = encoded;
    }

    /**
     * Begins a record in {@code out}. Next come its body, then {@link #end}.
     *
     * @return where it began
     */
    static int begin(RecordBuffer out, int kind, TransactionId id) {
        int start = out.size();
        out.putInt(0).putInt(kind);
        IdentityBytes.write(id, out);
        return start;
    }

    /** Ends the record that began at {@code start}: now its length is known. */
    static void end(RecordBuffer out, int start) {
        out.patchInt(start, out.size() - start - Integer.BYTES);
    }

    /**
     * Reads the next record and moves behind it.
     *
     * @throws IllegalArgumentException if there is only a part of a record
     */
    static LiveRecord read(ByteBuffer in) {
        int left = in.remaining();
        if (left < HEADER_BYTES) {
            throw new IllegalArgumentException("a record of " + left + " bytes");
        }
        int length = in.getInt(in.position());
        int global = in.getShort(in.position() + GLOBAL_BYTES_AT) & 0xFFFF;
        if (length > left - Integer.BYTES || length < HEADER_BYTES - Integer.BYTES + global) {
            throw new IllegalArgumentException("a record that says it has " + length + " bytes, where " + left
                    + " are left and its identity has " + global);
        }
        byte[] encoded = new byte[Integer.BYTES + length];
        in.get(encoded);
        TransactionId id = IdentityBytes.transaction(ByteBuffer.wrap(encoded).position(ID_AT));
        return new LiveRecord(id, encoded);
    }

    TransactionId id() {
        return id;
    }

    int kind() {
        return ByteBuffer.wrap(encoded).getInt(KIND_AT);
    }

    /** The body, read-only. */
    ByteBuffer body() {
        ByteBuffer all = ByteBuffer.wrap(encoded);
        int global = all.getShort(GLOBAL_BYTES_AT) & 0xFFFF;
        return all.position(HEADER_BYTES + global).slice().asReadOnlyBuffer();
    }

    /** Its bytes on disk. */
    int bytes() {
        return encoded.length;
    }

    void write(RecordBuffer out) {
        out.putBytes(encoded, 0, encoded.length);
    }

    @Nullable LiveRecord next() {
        return next;
    }

    void follow(LiveRecord newNext) {
        next = newNext;
    }
}
