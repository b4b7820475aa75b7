package dev.assent.transport.iiop.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.transport.iiop.WrittenIor;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Fast
class KeyRingTest {
    private final KeyRing keys = new KeyRing(SigningSecret.ofThisLife());

    private static LocalTransactionId name(SplittableRandom random) {
        NodeId node = new NodeId(random.nextLong(), random.nextLong());
        return new LocalTransactionId(new NodeEpoch(node, random.nextInt(1, 1 << 30), 0), random.nextLong());
    }

    private static List<ObjectName> sealed(SplittableRandom random) {
        byte[] global = new byte[random.nextInt(200)];
        random.nextBytes(global);
        TransactionId id = random.nextBoolean() ? name(random) : new ForeignTransactionId(random.nextInt(), global);
        NodeId node = random.nextBoolean() ? null : new NodeId(random.nextLong(), 1);
        LocalTransactionId maybe = random.nextBoolean() ? null : name(random);
        return List.of(
                new ObjectName.Coordinator(id, name(random)),
                new ObjectName.Control(id, name(random), random.nextBoolean() ? null : "client 12"),
                new ObjectName.Terminator(id, "client \u00e9"),
                new ObjectName.Recovery(id, name(random), maybe, maybe == null ? "iiop://a:1/IOR:00" : null),
                new ObjectName.Resource(id, name(random), node),
                new ObjectName.Synchronization(id, name(random), node, random.nextInt(3)));
    }

    private static final List<ObjectName> PUBLIC =
            List.of(new ObjectName.Factory(), new ObjectName.Names(), new ObjectName.Service("account"));

    @Test
    void anIdNamesWhatItWasMadeFor() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 300; i++) {
            for (ObjectName each : sealed(random)) {
                assertThat(keys.open(keys.seal(each))).isEqualTo(each);
                assertThat(keys.seal(each))
                        .as("the same whenever it is asked for")
                        .isEqualTo(keys.seal(each));
            }
        }
        for (ObjectName each : PUBLIC) {
            assertThat(keys.open(KeyRing.idOf(each))).isEqualTo(each);
        }
    }

    @Test
    void oneThatIsChangedAnywhereIsRefused() {
        SplittableRandom random = new SplittableRandom(2);
        for (ObjectName each : sealed(random)) {
            byte[] id = keys.seal(each);
            for (int i = 0; i < id.length; i++) {
                byte[] changed = id.clone();
                changed[i] ^= (byte) (1 << random.nextInt(8));
                assertNotAnotherSealed(changed);
                assertNotAnotherSealed(Arrays.copyOf(id, i));
            }
        }
    }

    /** It is refused, or is what everybody may name anyway. */
    private void assertNotAnotherSealed(byte[] id) {
        ObjectName opened;
        try {
            opened = keys.open(id);
        } catch (ReferenceException refused) {
            return;
        }
        assertThat(opened).isInstanceOfAny(ObjectName.Factory.class, ObjectName.Names.class, ObjectName.Service.class);
    }

    @Test
    void anotherProcessMakesOthers() {
        ObjectName name = sealed(new SplittableRandom(3)).get(0);
        byte[] theirs = new KeyRing(SigningSecret.ofThisLife()).seal(name);
        assertThatThrownBy(() -> keys.open(theirs)).isInstanceOf(ReferenceException.class);
    }

    @Test
    void whatIsNotForEverybodyIsNeverUnsealed() {
        for (ObjectName each : sealed(new SplittableRandom(4))) {
            assertThatThrownBy(() -> KeyRing.idOf(each)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void ourNameIsFoundInWhateverAnOrbMakesOfIt() throws Exception {
        ObjectName name = sealed(new SplittableRandom(5)).get(4);
        byte[] sealed = keys.seal(name);
        byte[] key = new byte[sealed.length + 40];
        System.arraycopy(sealed, 0, key, 33, sealed.length);
        Ior ior = Ior.parse(new WrittenIor("").at("127.0.0.1", 1, key).toString());
        assertThat(KeyRing.unsealed(ior)).isEqualTo(name);
        assertThat(keys.open(ior)).isEqualTo(name);
        assertThatThrownBy(() -> new KeyRing(SigningSecret.ofThisLife()).open(ior))
                .isInstanceOf(ReferenceException.class);
        Ior strangers =
                Ior.parse(new WrittenIor("").at("127.0.0.1", 1, new byte[50]).toString());
        assertThatThrownBy(() -> KeyRing.unsealed(strangers)).isInstanceOf(ReferenceException.class);
        assertThatThrownBy(() -> keys.open(strangers)).isInstanceOf(ReferenceException.class);
    }

    @Test
    void aReferenceWhoseSealIsCutIsRefused() throws Exception {
        byte[] sealed = keys.seal(sealed(new SplittableRandom(6)).get(1));
        byte[] cut = Arrays.copyOf(sealed, sealed.length - 1);
        Ior ior = Ior.parse(new WrittenIor("").at("127.0.0.1", 1, cut).toString());
        assertThatThrownBy(() -> keys.open(ior)).isInstanceOf(ReferenceException.class);
    }

    @Test
    void eachPlaceIsToldAnotherKeyOfTheCaller() {
        IiopPlace one = new IiopPlace("127.0.0.1", 1);
        assertThat(keys.keyFor(one))
                .isEqualTo(keys.keyFor(one))
                .isNotEqualTo(keys.keyFor(new IiopPlace("127.0.0.1", 2)));
    }
}
