package dev.assent.transport.iiop.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.omg.CosTransactions.otid_t;

@Fast
class OtidsTest {
    private static final int OSI_TP = 0;

    @Test
    void oursIsItsFormatAndItsBytesTwiceForThoseWhoCompareAsManyAsTheQualifierHas() throws Exception {
        LocalTransactionId ours = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
        otid_t otid = Otids.of(ours);
        assertThat(otid.formatID).isEqualTo(TransactionId.ASSENT_FORMAT);
        assertThat(otid.bqual_length).isEqualTo(LocalTransactionId.BYTES);
        assertThat(otid.tid).startsWith(ours.global()).endsWith(ours.global()).hasSize(2 * LocalTransactionId.BYTES);
        assertThat(Otids.read(otid)).isEqualTo(ours);
    }

    @Test
    void oneThatOnlyBeginsLikeOursIsAForeignOne() throws Exception {
        LocalTransactionId ours = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
        otid_t otid = Otids.of(ours);
        otid.tid[otid.tid.length - 1] ^= 1;
        assertThat(Otids.read(otid)).isNotEqualTo(ours);
        assertThat(Otids.of(Otids.read(otid)).tid).isEqualTo(otid.tid);
        assertThat(Otids.read(new otid_t(otid.formatID, 0, ours.global()))).isEqualTo(ours);
    }

    @Test
    void anOtidOfAnyFormatComesBackUnchanged() throws Exception {
        SplittableRandom random = new SplittableRandom(14);
        for (int i = 0; i < 10_000; i++) {
            byte[] tid = new byte[random.nextInt(i % 100 == 0 ? 4_000 : 70)];
            random.nextBytes(tid);
            int format = random.nextInt(8) == 0 ? Otids.FORMAT_WHOLE : random.nextInt(-3, 200_000);
            otid_t otid = new otid_t(format, random.nextInt(tid.length + 1), tid);
            TransactionId id = Otids.read(otid);
            otid_t back = Otids.of(id);
            assertThat(back.formatID).isEqualTo(otid.formatID);
            assertThat(back.bqual_length).isEqualTo(otid.bqual_length);
            assertThat(back.tid).isEqualTo(otid.tid);
            assertThat(Otids.read(back)).isEqualTo(id);
        }
    }

    @Test
    void anIdentityOfAnotherWireComesBackUnchanged() throws Exception {
        SplittableRandom random = new SplittableRandom(15);
        for (int i = 0; i < 1_000; i++) {
            byte[] global = new byte[random.nextInt(100)];
            random.nextBytes(global);
            TransactionId id = new ForeignTransactionId(random.nextInt(1 << 20), global);
            assertThat(Otids.read(Otids.of(id))).isEqualTo(id);
        }
    }

    @Test
    void otidsThatDifferInTheirQualifierAloneAreTwo() throws Exception {
        byte[] tid = {1, 2, 3, 4};
        assertThat(Otids.read(new otid_t(OSI_TP, 1, tid))).isNotEqualTo(Otids.read(new otid_t(OSI_TP, 2, tid)));
        assertThat(Otids.read(new otid_t(OSI_TP, 0, tid))).isNotEqualTo(Otids.read(new otid_t(OSI_TP, 2, tid)));
    }

    @Test
    void oneThatSaysMoreThanItHasIsRefused() {
        for (int length : new int[] {-1, 5, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> Otids.read(new otid_t(OSI_TP, length, new byte[4])))
                    .isInstanceOf(ContextException.class)
                    .hasMessageContaining("ASSENT-8202")
                    .hasMessageContaining(Integer.toString(length))
                    .hasMessageContaining("0 to 4");
        }
    }

    @Test
    void oneThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> Otids.read(new otid_t(OSI_TP, 0, new byte[5_000])))
                .isInstanceOf(ContextException.class)
                .hasMessageContaining("5000")
                .hasMessageContaining("4088");
    }
}
