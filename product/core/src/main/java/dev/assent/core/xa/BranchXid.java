package dev.assent.core.xa;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The Xid of a branch of ours (law 1: an identity names its owner). The format is {@link TransactionId#ASSENT_FORMAT},
 * the global part is a {@link LocalTransactionId}, and the branch qualifier has 29 bytes:
 *
 * <pre>
 *   byte 0       the presumption of the branch
 *   bytes 1-16   the node that owns the branch
 *   bytes 17-20  the epoch in which it was made
 *   bytes 21-24  the mark of that life
 *   bytes 25-28  the number of the branch within its transaction and owner
 * </pre>
 *
 * <p>The arrays are made when a resource reads them. Immutable and safe to share.
 */
public final class BranchXid implements Xid {
    /** Presumed abort: without a decision in the log of its owner the branch is rolled back. */
    public static final int PRESUMED_ABORT = 'A';

    private static final int QUALIFIER_BYTES = 1 + NodeEpoch.BYTES + Integer.BYTES;

    private static final int EPOCH_AT = 1 + NodeId.BYTES;

    private final TransactionId transaction;
    private final NodeEpoch owner;
    private final int presumption;
    private final int number;

    /**
     * The Xid of one branch.
     *
     * @param transaction the global identity, one of ours
     * @param owner the life of the node that makes the branch
     * @param presumption such as {@link #PRESUMED_ABORT}
     * @param number distinguishes the branches of one transaction and owner
     */
    public BranchXid(TransactionId transaction, NodeEpoch owner, int presumption, int number) {
        this.transaction = transaction;
        this.owner = owner;
        this.presumption = presumption;
        this.number = number;
    }

    /** The branch with this Xid if it belongs to an Assent node, this one or another; otherwise null. */
    public static @Nullable BranchXid of(Xid xid) {
        if (xid instanceof BranchXid ours) {
            return ours;
        }
        return of(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
    }

    /** As {@link #of(Xid)}, for the three parts of an Xid. */
    public static @Nullable BranchXid of(int format, byte @Nullable [] global, byte @Nullable [] qualifier) {
        if (format != TransactionId.ASSENT_FORMAT || global == null || qualifier == null) {
            return null;
        }
        if (qualifier.length != QUALIFIER_BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(qualifier);
        int presumption = in.get();
        if (in.getInt(EPOCH_AT) < 1) {
            return null;
        }
        NodeEpoch owner = NodeEpoch.read(in);
        return new BranchXid(TransactionId.of(format, global), owner, presumption, in.getInt());
    }

    /** The global identity. */
    public TransactionId transaction() {
        return transaction;
    }

    /** The life of the node that made the branch. */
    public NodeEpoch owner() {
        return owner;
    }

    /** Its presumption, or a code from a later version. */
    public int presumption() {
        return presumption;
    }

    /** Its number within its transaction and owner. */
    public int number() {
        return number;
    }

    @Override
    public int getFormatId() {
        return TransactionId.ASSENT_FORMAT;
    }

    /** A fresh copy. */
    @Override
    public byte[] getGlobalTransactionId() {
        return transaction.global();
    }

    /** A fresh copy. */
    @Override
    public byte[] getBranchQualifier() {
        ByteBuffer out = ByteBuffer.allocate(QUALIFIER_BYTES);
        out.put((byte) presumption);
        owner.write(out);
        return out.putInt(number).array();
    }

    /** Equal to any Xid with the same three parts. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (other instanceof BranchXid that) {
            return number == that.number
                    && presumption == that.presumption
                    && owner.equals(that.owner)
                    && transaction.equals(that.transaction);
        }
        return other instanceof Xid that
                && that.getFormatId() == getFormatId()
                && Arrays.equals(that.getGlobalTransactionId(), getGlobalTransactionId())
                && Arrays.equals(that.getBranchQualifier(), getBranchQualifier());
    }

    @Override
    public int hashCode() {
        return 31 * transaction.hashCode() + number;
    }

    /** The global part, a colon, and the number of the branch. */
    @Override
    public String toString() {
        return transaction + ":" + number;
    }
}
