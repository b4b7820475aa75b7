package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** Law 1 (an identity names its owner): the content of a branch's Xid. */
@Fast
class BranchXidTest {
    private static final NodeEpoch OWNER = new NodeEpoch(new NodeId(-2, 3), 70_000, 0x1234_5678);
    private static final TransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(5, 6), 7, 0), 1L << 40);
    private static final BranchXid XID = new BranchXid(ID, OWNER, BranchXid.PRESUMED_ABORT, 300);

    /** The bytes as a database returns them. */
    private record PlainXid(int format, byte[] global, byte[] branch) implements Xid {
        static PlainXid of(Xid xid) {
            return new PlainXid(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
        }

        @Override
        public int getFormatId() {
            return format;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return global;
        }

        @Override
        public byte[] getBranchQualifier() {
            return branch;
        }
    }

    @Test
    void aBranchIsKnownAgainByItsBytes() {
        BranchXid again = BranchXid.of(PlainXid.of(XID));
        assertThat(again).isEqualTo(XID).hasSameHashCodeAs(XID);
        assertThat(again.owner()).isEqualTo(OWNER);
        assertThat(again.transaction()).isEqualTo(ID);
        assertThat(again.presumption()).isEqualTo(BranchXid.PRESUMED_ABORT);
        assertThat(again.number()).isEqualTo(300);
        assertThat(XID.equals(PlainXid.of(XID))).isTrue();
    }

    @Test
    void itsPartsHaveRoomInAnyDatabase() {
        assertThat(XID.getGlobalTransactionId()).hasSize(32);
        assertThat(XID.getBranchQualifier()).hasSize(29);
        assertThat(XID.getGlobalTransactionId().length).isLessThanOrEqualTo(Xid.MAXGTRIDSIZE);
    }

    @Test
    void theQualifierNamesPresumptionOwnerEpochMarkAndNumber() {
        ByteBuffer qualifier = ByteBuffer.wrap(XID.getBranchQualifier());
        assertThat(qualifier.get()).isEqualTo((byte) 'A');
        assertThat(NodeId.read(qualifier)).isEqualTo(OWNER.node());
        assertThat(qualifier.getInt()).isEqualTo(70_000);
        assertThat(qualifier.getInt()).isEqualTo(OWNER.mark());
        assertThat(qualifier.getInt()).isEqualTo(300);
    }

    @Test
    void arraysAreCopies() {
        XID.getBranchQualifier()[0] = 0;
        XID.getGlobalTransactionId()[0]++;
        assertThat(BranchXid.of(PlainXid.of(XID))).isEqualTo(XID);
    }

    @Test
    void branchesDifferByEachPart() {
        assertThat(XID)
                .isNotEqualTo(new BranchXid(ID, OWNER, BranchXid.PRESUMED_ABORT, 301))
                .isNotEqualTo(new BranchXid(ID, OWNER, 'X', 300))
                .isNotEqualTo(new BranchXid(ID, new NodeEpoch(OWNER.node(), 1, 0), BranchXid.PRESUMED_ABORT, 300))
                .isNotEqualTo(new BranchXid(new LocalTransactionId(OWNER, 1), OWNER, BranchXid.PRESUMED_ABORT, 300))
                .isNotEqualTo(null);
    }

    @Test
    void branchesOfOthersAreNotOurs() {
        PlainXid bytes = PlainXid.of(XID);
        assertThat(BranchXid.of(new PlainXid(131077, bytes.global(), bytes.branch())))
                .isNull();
        assertThat(BranchXid.of(new PlainXid(bytes.format(), bytes.global(), new byte[24])))
                .isNull();
        assertThat(BranchXid.of(new PlainXid(bytes.format(), bytes.global(), new byte[0])))
                .isNull();
        assertThat(BranchXid.of(new PlainXid(bytes.format(), bytes.global(), new byte[25])))
                .as("epoch 0 is nobody's")
                .isNull();
    }

    @Test
    void aPresumptionOfTheFutureIsReadAsItIs() {
        byte[] branch = XID.getBranchQualifier();
        branch[0] = 'Z';
        BranchXid read = BranchXid.of(new PlainXid(XID.getFormatId(), XID.getGlobalTransactionId(), branch));
        assertThat(read).isNotNull();
        assertThat(read.presumption()).isEqualTo('Z');
    }

    @Test
    void aGlobalPartOfAStrangerIsCarriedUnchanged() {
        byte[] global = new byte[64];
        Arrays.fill(global, (byte) 9);
        BranchXid read = BranchXid.of(new PlainXid(XID.getFormatId(), global, XID.getBranchQualifier()));
        assertThat(read).isNotNull();
        assertThat(read.getGlobalTransactionId()).isEqualTo(global);
    }
}
