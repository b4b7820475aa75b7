package dev.assent.transport.iiop.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.iiop.WrittenCdr;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Contexts of strangers, by the facts that were captured of them, and our own. */
@Sampled
class ContextCodecTest {
    private static final int TRIES = !Run.isWhole() ? 2_000 : 20_000;
    private static final int TK_NULL = 0;
    private static final int TK_SHORT = 2;
    private static final int TK_OCTET = 10;
    private static final int TK_SEQUENCE = 19;

    /** The tid of a transaction of Narayana, in WildFly: a Uid, then the name of the node. */
    private static final byte[] NARAYANA_TID =
            "0:ffff7f000001:75fc6835:6b000567:104wf1".getBytes(StandardCharsets.US_ASCII);

    private static final int NARAYANA_FORMAT = 131_072;
    private static final WrittenIor COORDINATOR =
            new WrittenIor("IDL:arjuna.com/ArjunaOTS/ArjunaTransaction:1.0").at("127.0.0.1", 3628, new byte[] {1, 2});

    /** As Narayana sends one: no terminator, a timeout of 0, the length of the node's name as that of the qualifier. */
    private static WrittenCdr narayana(int parents) {
        WrittenCdr out = new WrittenCdr().ulong(0);
        COORDINATOR.writeTo(out);
        new WrittenIor("").writeTo(out);
        return out.ulong(NARAYANA_FORMAT).ulong(3).octets(NARAYANA_TID).ulong(parents);
    }

    private static Context read(byte[] octets) throws ContextException {
        return ContextCodec.read(octets);
    }

    @Test
    void aContextOfNarayanaIsRead() throws Exception {
        Context read = read(narayana(0).ulong(TK_SHORT).ushort(0).toByteArray());
        assertThat(read.superior().name()).isNull();
        assertThat(read.superior().address()).isEqualTo("iiop://127.0.0.1:3628/" + COORDINATOR);
        assertThat(read.remainingMillis()).isEqualTo(Context.UNLIMITED);
        assertThat(read.known()).isNull();
        var otid = Otids.of(read.id());
        assertThat(otid.formatID).isEqualTo(NARAYANA_FORMAT);
        assertThat(otid.bqual_length).isEqualTo(3);
        assertThat(otid.tid).isEqualTo(NARAYANA_TID);
    }

    @Test
    void oneThatSaysNothingOfItsOwnIsRead() throws Exception {
        assertThat(read(narayana(0).ulong(TK_NULL).toByteArray()).superior().name())
                .isNull();
    }

    @Test
    void theDataOfSomebodyElseIsIgnored() throws Exception {
        WrittenCdr out = narayana(0)
                .ulong(TK_SEQUENCE)
                .octets(new WrittenCdr().ulong(TK_OCTET).ulong(0).toByteArray());
        assertThat(read(out.octets("of another".getBytes(StandardCharsets.US_ASCII))
                                .toByteArray())
                        .superior()
                        .name())
                .isNull();
    }

    @Test
    void aTimeoutIsInSeconds() throws Exception {
        WrittenCdr out = new WrittenCdr().ulong(60);
        COORDINATOR.writeTo(out);
        new WrittenIor("")
                .writeTo(out)
                .ulong(0)
                .ulong(0)
                .octets(new byte[] {9})
                .ulong(0)
                .ulong(TK_NULL);
        Context read = read(out.toByteArray());
        assertThat(read.remainingMillis()).isEqualTo(60_000);
        assertThat(read.id()).isEqualTo(new ForeignTransactionId(0, new byte[] {9}));
    }

    // ---- what is refused

    private void assertRefused(byte[] octets, String because) {
        assertThatThrownBy(() -> read(octets))
                .isInstanceOf(ContextException.class)
                .hasMessageContaining("ASSENT-8202")
                .hasMessageContaining(because);
    }

    @Test
    void anotherKindOfOctetsIsRefused() {
        assertRefused(new byte[0], "ends before the byte order");
        assertRefused(new byte[] {2, 0, 0, 0}, "byte order 2");
        assertRefused(new byte[] {0, 0, 0, 1}, "ends before the timeout");
        assertRefused(new WrittenCdr().ulong(0).ulong(1 << 30).toByteArray(), "1073741824 elements");
        assertRefused(narayana(0).toByteArray(), "ends before a type");
        assertRefused(new byte[ContextCodec.BYTES_MAX + 1], "16385 octets");
    }

    @Test
    void oneWithoutACoordinatorIsRefused() {
        WrittenCdr out = new WrittenCdr().ulong(0);
        new WrittenIor("").writeTo(out);
        new WrittenIor("")
                .writeTo(out)
                .ulong(0)
                .ulong(0)
                .octets(new byte[1])
                .ulong(0)
                .ulong(TK_NULL);
        assertRefused(out.toByteArray(), "coordinator is nil");
    }

    @Test
    void aNestedOneIsRefused() {
        WrittenCdr out = narayana(1);
        assertRefused(out.toByteArray(), "nested");
    }

    @Test
    void aCoordinatorInTwoPlacesIsRefused() {
        WrittenCdr out = new WrittenCdr().ulong(0);
        new WrittenIor("")
                .at("127.0.0.1", 1, new byte[1])
                .at("127.0.0.2", 1, new byte[1])
                .writeTo(out);
        new WrittenIor("")
                .writeTo(out)
                .ulong(0)
                .ulong(0)
                .octets(new byte[1])
                .ulong(0)
                .ulong(TK_NULL);
        assertRefused(out.toByteArray(), "127.0.0.2:1");
    }

    @Test
    void whatOursSayAndIsCutOffIsRefused() {
        byte[] whole = ContextCodec.write(own(new SplittableRandom(1), true), coordinator());
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(ContextException.class);
        }
    }

    @Test
    void whatOursSayInAnotherVersionIsRefused() {
        byte[] ours = {'A', 'S', 'N', 'T', 2};
        byte[] own = Arrays.copyOf(ours, 4 + 1 + LocalTransactionId.BYTES + 8);
        byte[] octets = new WrittenCdr().ulong(TK_OCTET).ulong(0).toByteArray();
        assertRefused(narayana(0).ulong(TK_SEQUENCE).octets(octets).octets(own).toByteArray(), "version 2");
    }

    @Test
    void aDamagedContextIsReadOrRefusedAndNothingElse() {
        byte[] theirs = narayana(0).ulong(TK_SHORT).ushort(0).toByteArray();
        byte[] ours = ContextCodec.write(own(new SplittableRandom(2), true), coordinator());
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < TRIES; i++) {
            byte[] damaged = (i % 2 == 0 ? theirs : ours).clone();
            for (int k = 0; k <= random.nextInt(4); k++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                read(damaged);
            } catch (ContextException refused) {
                assertThat(refused).hasMessageContaining("ASSENT-8202");
            }
        }
    }

    // ---- our own

    private static Ior coordinator() {
        try {
            return Ior.parse(COORDINATOR.toString());
        } catch (ReferenceException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static LocalTransactionId name(SplittableRandom random) {
        NodeId node = new NodeId(random.nextLong(), random.nextLong());
        return new LocalTransactionId(new NodeEpoch(node, random.nextInt(1, 1 << 30), 0), random.nextLong());
    }

    private static Context own(SplittableRandom random, boolean hasKnown) {
        TransactionId id =
                random.nextBoolean() ? name(random) : new ForeignTransactionId(random.nextInt(100), new byte[] {5});
        long millis = random.nextInt(3) == 0 ? Context.UNLIMITED : random.nextLong(1L << 42);
        SuperiorRef superior = new SuperiorRef(name(random), "iiop://127.0.0.1:3628/" + COORDINATOR);
        return new Context(id, superior, millis, hasKnown ? name(random) : null);
    }

    @Test
    void oursComesBackAsItWas() throws Exception {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 500; i++) {
            Context own = own(random, random.nextBoolean());
            assertThat(read(ContextCodec.write(own, coordinator()))).isEqualTo(own);
        }
    }

    @Test
    void whatIsWrittenOnceATransactionIsWhatEachCallWouldWrite() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 100; i++) {
            Context first = own(random, random.nextBoolean());
            EncodedContext encoded = new EncodedContext(first, coordinator());
            for (int call = 0; call < 5; call++) {
                Context next = own(random, random.nextBoolean());
                Context of = new Context(first.id(), first.superior(), next.remainingMillis(), next.known());
                assertThat(encoded.of(of)).isEqualTo(ContextCodec.write(of, coordinator()));
            }
            SuperiorRef stranger = new SuperiorRef(null, first.superior().address());
            Context nameless = new Context(first.id(), stranger, 5_000, null);
            assertThat(new EncodedContext(nameless, coordinator()).of(new Context(first.id(), stranger, 7_001, null)))
                    .isEqualTo(ContextCodec.write(new Context(first.id(), stranger, 7_001, null), coordinator()));
        }
    }

    @Test
    void strangersReadSecondsRoundedUpAndNoneForNoLimit() {
        assertThat(timeout(1)).isEqualTo(1);
        assertThat(timeout(999)).isEqualTo(1);
        assertThat(timeout(1_000)).isEqualTo(1);
        assertThat(timeout(1_001)).isEqualTo(2);
        assertThat(timeout(0)).as("no time left is not no limit").isEqualTo(1);
        assertThat(timeout(Context.UNLIMITED)).isZero();
        assertThat(timeout(Long.MAX_VALUE - 1))
                .as("more than an unsigned long holds")
                .isZero();
    }

    private static int timeout(long millis) {
        SuperiorRef superior = new SuperiorRef(null, "iiop://127.0.0.1:3628/" + COORDINATOR);
        Context context = new Context(new ForeignTransactionId(1, new byte[1]), superior, millis, null);
        return ByteBuffer.wrap(ContextCodec.write(context, coordinator())).getInt(Integer.BYTES);
    }
}
