package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import javax.transaction.xa.Xid;

/**
 * An Xid as a resource keeps it: bytes, with no knowledge of the classes of Assent. Immutable.
 *
 * @param format its format
 * @param global its global part
 * @param qualifier its branch qualifier
 */
record XidBytes(int format, ByteBuffer global, ByteBuffer qualifier) {
    private static final int PART_BYTES_MAX = 64;

    static XidBytes of(Xid xid) {
        byte[] global = xid.getGlobalTransactionId();
        byte[] qualifier = xid.getBranchQualifier();
        if (global.length > PART_BYTES_MAX || qualifier.length > PART_BYTES_MAX) {
            throw new IllegalArgumentException("an Xid with parts of " + global.length + " and " + qualifier.length);
        }
        return new XidBytes(xid.getFormatId(), ByteBuffer.wrap(global), ByteBuffer.wrap(qualifier));
    }

    /** The Xid, as a driver returns it: of a class of its own. */
    Xid toXid() {
        return new PlainXid(format, global.array().clone(), qualifier.array().clone());
    }

    /** The last four bytes of both parts, for people. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        byte[] g = global.array();
        byte[] q = qualifier.array();
        return hex.formatHex(g, Math.max(0, g.length - 4), g.length) + ":"
                + hex.formatHex(q, Math.max(0, q.length - 2), q.length);
    }

    /** With the whole identity of its transaction, which a {@link History} shortens. */
    String named() {
        String id = HexFormat.of().formatHex(global.array());
        String shown =
                format == TransactionId.ASSENT_FORMAT ? id : HexFormat.of().toHexDigits(format) + ":" + id;
        byte[] q = qualifier.array();
        return shown + ":" + HexFormat.of().formatHex(q, Math.max(0, q.length - 2), q.length);
    }

    private record PlainXid(int getFormatId, byte[] getGlobalTransactionId, byte[] getBranchQualifier) implements Xid {}
}
