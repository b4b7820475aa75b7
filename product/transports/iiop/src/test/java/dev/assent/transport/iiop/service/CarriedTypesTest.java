package dev.assent.transport.iiop.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.iiop.IiopWires;
import java.io.Serializable;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The values that calls carry, there and back. */
@Fast
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

        List<String> list(List<String> value);

        DataSet set(DataSet value);

        DataSet[] sets(DataSet[] value);

        int[] getNumbers();

        void refuse(long missing) throws Overdrawn;

        Object any();
    }

    /** A value. */
    public record DataSet(int number, String text) implements Serializable {}

    /** An exception with a field. */
    public static final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1L;

        private final long missing;

        Overdrawn(String why) {
            this(why, 0);
        }

        Overdrawn(String why, long missing) {
            super(why);
            this.missing = missing;
        }

        long missing() {
            return missing;
        }
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
            public List<String> list(List<String> value) {
                return value.subList(1, value.size());
            }

            @Override
            public DataSet set(DataSet value) {
                return new DataSet(value.number() + 1, value.text() + "!");
            }

            @Override
            public DataSet[] sets(DataSet[] value) {
                return new DataSet[] {value[1], value[0], value[1]};
            }

            @Override
            public int[] getNumbers() {
                return new int[] {1, 2, 3};
            }

            @Override
            public void refuse(long missing) throws Overdrawn {
                throw new Overdrawn("too much", missing);
            }

            @Override
            public Object any() {
                return "any";
            }
        };
        server.services().export("types", Types.class, bean, CallTransaction.SUPPORTS);
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
    void valuesArriveAsTheyAre() {
        assertThat(types.list(List.of("a", "b", "c"))).containsExactly("b", "c");
        assertThat(types.set(new DataSet(7, "seven"))).isEqualTo(new DataSet(8, "seven!"));
        DataSet one = new DataSet(1, "one");
        DataSet[] sets = types.sets(new DataSet[] {one, new DataSet(2, "two")});
        assertThat(sets).containsExactly(new DataSet(2, "two"), one, new DataSet(2, "two"));
        assertThat(sets[0]).isSameAs(sets[2]);
        assertThat(types.getNumbers()).containsExactly(1, 2, 3);
    }

    @Test
    void anExceptionArrivesWithItsFields() {
        assertThatThrownBy(() -> types.refuse(12))
                .isInstanceOf(Overdrawn.class)
                .hasMessage("too much")
                .hasNoCause()
                .extracting(thrown -> ((Overdrawn) thrown).missing())
                .isEqualTo(12L);
    }

    @Test
    void anyOtherTypeIsRefusedBeforeAnythingIsSent() {
        assertThatThrownBy(types::any)
                .isInstanceOf(CallUnsentException.class)
                .hasMessageContainingAll("ASSENT-8210", "Types.any", "java.lang.Object", "allowed are primitive types");
    }
}
