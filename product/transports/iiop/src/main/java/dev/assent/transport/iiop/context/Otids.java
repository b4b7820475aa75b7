package dev.assent.transport.iiop.context;

import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.omg.CosTransactions.otid_t;

/**
 * Converts the identity of a transaction to an otid, and back. Pure functions.
 *
 * <p>An otid has all that a {@link TransactionId} has, and one more number: where in its octets the branch qualifier
 * begins. Whichever side made an identity, it comes back unchanged:
 *
 * <ul>
 *   <li>Our identities get a branch qualifier that repeats the identity. Some implementations compare only the format
 *     of otids and as many of their first octets as the qualifier has, so they would take all our otids for the same
 *     one without it.
 *   <li>An otid without a branch qualifier is the identity of its format and octets.
 *   <li>Any other otid is an identity of the format {@link #FORMAT_WHOLE}, whose bytes are the whole otid: its format,
 *     the length of its qualifier, its octets.
 * </ul>
 */
final class Otids {
    /** The format of an identity whose bytes are a whole otid, "ASOT". */
    static final int FORMAT_WHOLE = 0x41534F54;

    private static final int HEAD_BYTES = 2 * Integer.BYTES;

    private Otids() {}

    /** The otid of an identity. */
    public static otid_t of(TransactionId id) {
        byte[] global = id.global();
        if (id instanceof LocalTransactionId) {
            byte[] twice = Arrays.copyOf(global, 2 * global.length);
            System.arraycopy(global, 0, twice, global.length, global.length);
            return new otid_t(id.format(), global.length, twice);
        }
        if (id.format() == FORMAT_WHOLE && global.length >= HEAD_BYTES) {
            ByteBuffer whole = ByteBuffer.wrap(global);
            otid_t otid = new otid_t(whole.getInt(), whole.getInt(), new byte[global.length - HEAD_BYTES]);
            whole.get(otid.tid);
            return otid;
        }
        return new otid_t(id.format(), 0, global);
    }

    /**
     * The identity of an otid.
     *
     * @throws ContextException when it is longer than an identity may be, or its qualifier is longer than the otid
     */
    public static TransactionId read(otid_t otid) throws ContextException {
        int bytesMax = ForeignTransactionId.BYTES_MAX - HEAD_BYTES;
        if (otid.tid.length > bytesMax) {
            throw new ContextException(
                    "an otid of " + otid.tid.length + " octets is not allowed; " + bytesMax + " at most are");
        }
        if (otid.bqual_length < 0 || otid.bqual_length > otid.tid.length) {
            throw new ContextException("a branch qualifier of " + otid.bqual_length
                    + " octets is not allowed in an otid of " + otid.tid.length + "; 0 to " + otid.tid.length + " are");
        }
        if (isOurs(otid)) {
            return TransactionId.of(otid.formatID, Arrays.copyOf(otid.tid, otid.bqual_length));
        }
        if (otid.bqual_length == 0 && otid.formatID != FORMAT_WHOLE) {
            return TransactionId.of(otid.formatID, otid.tid);
        }
        ByteBuffer whole = ByteBuffer.allocate(HEAD_BYTES + otid.tid.length);
        whole.putInt(otid.formatID).putInt(otid.bqual_length).put(otid.tid);
        return TransactionId.of(FORMAT_WHOLE, whole.array());
    }

    private static boolean isOurs(otid_t otid) {
        int length = LocalTransactionId.BYTES;
        return otid.formatID == TransactionId.ASSENT_FORMAT
                && otid.bqual_length == length
                && otid.tid.length == 2 * length
                && Arrays.equals(otid.tid, 0, length, otid.tid, length, 2 * length)
                && TransactionId.of(otid.formatID, Arrays.copyOf(otid.tid, length)) instanceof LocalTransactionId;
    }
}
