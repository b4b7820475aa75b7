package dev.assent;

import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;

/**
 * The global identity of a transaction: a format and any number of bytes, since foreign identities (an OTS otid, the
 * URI of a WS-AT transaction) have any length.
 *
 * <p>Only Assent implements it. Implementations are immutable, safe to share, and equal if format and bytes are equal.
 */
public interface TransactionId {
    /** The format of Assent's own identities, "ASNT". */
    int ASSENT_FORMAT = 0x41534E54;

    /** Names the system that gave the identity, as in an Xid or an otid. */
    int format();

    /** A fresh copy of the global part. */
    byte[] global();

    /**
     * The identity with this format and these bytes: ours if they have our shape, otherwise a foreign one.
     *
     * @throws IllegalArgumentException if there are more than 4096 bytes
     */
    static TransactionId of(int format, byte[] global) {
        if (format == ASSENT_FORMAT && LocalTransactionId.hasShape(global)) {
            return LocalTransactionId.of(global);
        }
        return new ForeignTransactionId(format, global);
    }
}
