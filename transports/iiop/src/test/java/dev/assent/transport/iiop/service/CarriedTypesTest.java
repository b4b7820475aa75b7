package dev.assent.transport.iiop.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.remote.service.CallUnsentException;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.testkit.remote.ServiceNode;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.resource.AdjustableClock;
import dev.assent.testkit.resource.EventList;
import dev.assent.transport.iiop.IiopWires;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What calls carry, there and back. */
@Timeout(60)
class CarriedTypesTest {
    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(10_000, 0));
    private final ServiceNode server = new ServiceNode("server", wire, events, clock);
    private final ServiceNode client = new ServiceNode("client", wire, events, clock);
    private Types types;

    /** One method for each kind, and some of one name. */
    public interface Types {
        boolean of(boolean value);

        byte of(byte value);

        char of(char value);

        short of(short value);

        int of(int value);

        long of(long value);

        float of(float value);

        double of(double value);

        String of(String value);

        String of(String one, int two, byte[] three);

        void nothing();

        List<String> list();
    }

    @BeforeEach
    void export() {
        Types bean = new Types() {
            @Override
            public boolean of(boolean value) {
                return !value;
            }

            @Override
            public byte of(byte value) {
                return (byte) -value;
            }

            @Override
            public char of(char value) {
                return (char) (value + 1);
            }

            @Override
            public short of(short value) {
                return (short) -value;
            }

            @Override
            public int of(int value) {
                return -value;
            }

            @Override
            public long of(long value) {
                return -value;
            }

            @Override
            public float of(float value) {
                return -value;
            }

            @Override
            public double of(double value) {
                return -value;
            }

            @Override
            public String of(String value) {
                return value + "!";
            }

            @Override
            public String of(String one, int two, byte[] three) {
                return one + two + three.length;
            }

            @Override
            public void nothing() {
                events.add("nothing");
            }

            @Override
            public List<String> list() {
                return List.of();
            }
        };
        server.services().export("types", Types.class, bean, TransactionAttribute.SUPPORTS);
        types = client.services().connect(server.address("types"), Types.class);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        wire.close();
    }

    @Test
    void primitiveTypesAndTextsArriveAsTheyAre() {
        assertThat(types.of(true)).isFalse();
        assertThat(types.of(Byte.MAX_VALUE)).isEqualTo((byte) -127);
        assertThat(types.of('\u20ab')).isEqualTo('\u20ac');
        assertThat(types.of(Short.MAX_VALUE)).isEqualTo((short) -32_767);
        assertThat(types.of(1 << 30)).isEqualTo(-1 << 30);
        assertThat(types.of(1L << 62)).isEqualTo(-1L << 62);
        assertThat(types.of(1.5f)).isEqualTo(-1.5f);
        assertThat(types.of(Double.MIN_VALUE)).isEqualTo(-Double.MIN_VALUE);
        assertThat(types.of("na\u00efve \u20ac")).isEqualTo("na\u00efve \u20ac!");
        assertThat(types.of("a", 7, new byte[3])).isEqualTo("a73");
        types.nothing();
        assertThat(events.all()).containsExactly("nothing");
    }

    @Test
    void anyOtherTypeIsRefusedBeforeAnythingIsSent() {
        assertThatThrownBy(types::list)
                .isInstanceOf(CallUnsentException.class)
                .hasMessageContainingAll("ASSENT-8210", "Types.list", "java.util.List", "primitive types");
    }
}
