package dev.assent.core.identity;

import dev.assent.core.participant.ByteSink;
import java.nio.ByteBuffer;

/**
 * The global identity of a transaction: a format and any number of bytes, since foreign identities (an OTS otid, the
 * URI of a WS-AT transaction) have any length. Ours are {@link LocalTransactionId}.
 *
 * <p>Implementations are immutable, safe to share, and equal if format and bytes are equal.
 */
public sealed interface TransactionId permits LocalTransactionId, ForeignTransactionId {
    /** The format of Assent's own identities, "ASNT". */
    int ASSENT_FORMAT = 0x41534E54;

    /** Names the system that gave the identity, as in an Xid or an otid. */
    int format();

    /** A fresh copy of the global part. */
    byte[] global();

    /** Writes the identity in the form that {@link #read} reads. */
    default void write(ByteSink out) {
        byte[] global = global();
        out.putInt(format()).putByte(global.length >>> 8).putByte(global.length);
        out.putBytes(global, 0, global.length);
    }

    /** Reads what {@link #write} wrote. */
    static TransactionId read(ByteBuffer in) {
        int format = in.getInt();
        byte[] global = new byte[in.getShort() & 0xFFFF];
        in.get(global);
        return of(format, global);
    }

    /** The identity with this format and these bytes: ours if they have our shape, otherwise a foreign one. */
    static TransactionId of(int format, byte[] global) {
        if (format == ASSENT_FORMAT && LocalTransactionId.hasShape(global)) {
            return LocalTransactionId.of(global);
        }
        return new ForeignTransactionId(format, global);
    }
}
