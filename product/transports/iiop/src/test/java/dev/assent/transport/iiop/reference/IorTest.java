package dev.assent.transport.iiop.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import dev.assent.transport.iiop.WrittenCdr;
import dev.assent.transport.iiop.WrittenIor;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Sampled
class IorTest {
    private static final int TRIES = !Run.isWhole() ? 2_000 : 20_000;
    private static final byte[] KEY = {1, 2, 3};
    private static final String TYPE = "IDL:omg.org/CosTransactions/Coordinator:1.0";

    private static WrittenIor atLoopback() {
        return new WrittenIor(TYPE).at("127.0.0.1", 3628, KEY);
    }

    @Test
    void aReferenceSaysWhereItLeads() throws Exception {
        Ior read = Ior.parse(atLoopback().toString());
        assertThat(read.typeId()).isEqualTo(TYPE);
        assertThat(read.place()).isEqualTo(new IiopPlace("127.0.0.1", 3628));
        assertThat(read.objectKey()).isEqualTo(KEY);
    }

    @Test
    void theByteOrderIsItsWritersChoice() throws Exception {
        WrittenCdr profile = new WrittenCdr(ByteOrder.LITTLE_ENDIAN)
                .octet(1)
                .octet(0)
                .string("host")
                .ushort(0x0E2C)
                .octets(KEY);
        WrittenCdr little = new WrittenCdr(ByteOrder.LITTLE_ENDIAN);
        new WrittenIor("").profile(0, profile.toByteArray()).writeTo(little);
        Ior read = Ior.parse("ior:" + HexFormat.of().formatHex(little.toByteArray()));
        assertThat(read.place()).isEqualTo(new IiopPlace("host", 0x0E2C));
    }

    @Test
    void whatIsNoProfileOfIiopIsPassedOver() throws Exception {
        WrittenIor ior = new WrittenIor(TYPE)
                .profile(WrittenIor.TAG_MULTIPLE_COMPONENTS, new byte[] {0, 0, 0, 0, 0, 0, 0, 0})
                .at("127.0.0.1", 1, KEY);
        assertThat(Ior.parse(ior.toString()).place().port()).isEqualTo(1);
    }

    /** Of two places, an ORB may call either, and only one is held against the list of what may be called (law 22). */
    @Test
    void oneThatLeadsToTwoPlacesIsRefused() {
        byte[] elsewhere = new WrittenCdr().string("10.0.0.1").ushort(9).toByteArray();
        WrittenIor alternate =
                new WrittenIor(TYPE).at("127.0.0.1", 3628, KEY, WrittenIor.TAG_ALTERNATE_IIOP_ADDRESS, elsewhere);
        WrittenIor second = atLoopback().at("10.0.0.1", 9, KEY);
        for (WrittenIor each : new WrittenIor[] {alternate, second}) {
            assertThatThrownBy(() -> Ior.parse(each.toString()))
                    .isInstanceOf(ReferenceException.class)
                    .hasMessageContaining("127.0.0.1:3628")
                    .hasMessageContaining("10.0.0.1:9");
        }
    }

    @Test
    void atAnotherPlaceNothingElseOfItDiffers() throws Exception {
        byte[] component = {0, 0, 0, 3};
        Ior moved = Ior.parse(new WrittenIor(TYPE)
                        .at("127.0.0.1", 3628, KEY, 31, component)
                        .toString())
                .at(new IiopPlace("a.much.longer.host", 1));

        assertThat(moved.toString())
                .isEqualToIgnoringCase(new WrittenIor(TYPE)
                        .at("a.much.longer.host", 1, KEY, 31, component)
                        .toString());
        assertThat(Ior.parse(moved.toString()).place().host()).isEqualTo("a.much.longer.host");
    }

    @Test
    void aNilReferenceLeadsNowhere() {
        assertThatThrownBy(() -> Ior.parse(new WrittenIor("").toString()))
                .isInstanceOf(ReferenceException.class)
                .hasMessageContaining("nil");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "IOR:", "IOR:0", "IOR:zz", "corbaloc::host/x", "IOR:02", "IOR:0000000000000010"})
    void whatIsNoReferenceIsRefused(String text) {
        assertThatThrownBy(() -> Ior.parse(text))
                .isInstanceOf(ReferenceException.class)
                .hasMessageContaining("ASSENT-8201");
    }

    @ParameterizedTest
    @CsvSource({"'127.0.0.1:1/..', 1", "'a@b', 1", "'*', 1", "'', 1", "'.27.0.0.1', 1", "'host', 0"})
    void aPlaceIsAHostAndAPortAndNothingElse(String host, int port) {
        assertThatThrownBy(
                        () -> Ior.parse(new WrittenIor(TYPE).at(host, port, KEY).toString()))
                .isInstanceOf(ReferenceException.class);
    }

    @Test
    void aDamagedReferenceIsReadOrRefusedAndNothingElse() {
        byte[] good = atLoopback().writeTo(new WrittenCdr()).toByteArray();
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < TRIES; i++) {
            byte[] damaged = good.clone();
            for (int k = 0; k <= random.nextInt(3); k++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                Ior.parse("IOR:" + HexFormat.of().formatHex(damaged, 0, random.nextInt(damaged.length + 1)));
            } catch (ReferenceException refused) {
                assertThat(refused).hasMessageContaining("ASSENT-8201");
            }
        }
    }
}
