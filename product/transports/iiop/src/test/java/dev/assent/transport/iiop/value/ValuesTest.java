package dev.assent.transport.iiop.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import dev.assent.transport.iiop.value.Samples.Circle;
import dev.assent.transport.iiop.value.Samples.Color;
import dev.assent.transport.iiop.value.Samples.DataSet;
import dev.assent.transport.iiop.value.Samples.Money;
import dev.assent.transport.iiop.value.Samples.Node;
import dev.assent.transport.iiop.value.Samples.Shape;
import dev.assent.transport.iiop.value.Samples.Square;
import dev.assent.transport.iiop.value.Samples.Types;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.SystemException;

/** Values that are carried, values that are not, and bytes that were changed. */
@Sampled
class ValuesTest {
    private static final int CHANGES = !Run.isWhole() ? 100 : 500;

    private final Streams streams = new Streams();

    @AfterEach
    void close() {
        streams.close();
    }

    private static java.lang.reflect.Type declared(String field) throws NoSuchFieldException {
        return Types.class.getDeclaredField(field).getGenericType();
    }

    @Test
    void recordsEnumsAndSealedTypesComeBack() throws Exception {
        Money money = new Money("EUR", new BigDecimal("12.50"));
        assertThat(streams.copy(Money.class, money)).isEqualTo(money);
        for (Color each : Color.values()) {
            assertThat(streams.copy(Color.class, each)).isSameAs(each);
        }
        Shape[] shapes = {new Circle(1), new Square(2), new Circle(3)};
        assertThat(streams.copy(Shape[].class, shapes)).isEqualTo(shapes);
        assertThat(streams.copy(Money.class, null)).isNull();
    }

    @Test
    void anyListComesBackAsOneThatCanBeChanged() throws Exception {
        DataSet one = new DataSet();
        List<?> back = (List<?>) streams.copy(declared("list"), Arrays.asList(one, one, null));
        assertThat(back).hasSize(3);
        assertThat(back.get(0)).isSameAs(back.get(1)).usingRecursiveComparison().isEqualTo(one);
        assertThat(back.get(2)).isNull();
        assertThat(streams.copy(declared("list"), List.of())).isEqualTo(List.of());
    }

    @Test
    void oneInstanceAHundredTimesTakesLittleMoreThanOnce() throws Exception {
        DataSet[] shared = new DataSet[100];
        Arrays.fill(shared, new DataSet());
        DataSet[] distinct = new DataSet[100];
        Arrays.setAll(distinct, i -> new DataSet());
        int one = Streams.bytes(DataSet[].class, (Object) new DataSet[] {new DataSet()}).length;
        assertThat(Streams.bytes(DataSet[].class, (Object) shared).length).isBetween(one + 99 * 8, one + 99 * 8 + 3);
        assertThat(streams.copy(DataSet[].class, distinct))
                .usingRecursiveComparison()
                .isEqualTo(distinct);
    }

    @Test
    void whatATypeDoesNotSayIsNotCarried() {
        for (Class<?> each : List.of(
                Object.class, Runnable.class, List.class, java.time.Instant.class, Thread.class, Number.class)) {
            assertThatThrownBy(() -> new Forms().of(each))
                    .isInstanceOf(ValueException.class)
                    .hasMessageContainingAll(each.getName(), "allowed are");
        }
    }

    @Test
    void aValueOfAnotherClassIsNotWritten() {
        Node node = new Node();
        node.next = new Samples.Leaf(1);
        assertThatThrownBy(() -> Streams.bytes(Node.class, node))
                .isInstanceOf(ValueException.class)
                .hasMessageContainingAll("Leaf", "Node", "is not allowed");
    }

    @Test
    void aValueOfAnotherClassIsNotRead() throws Exception {
        byte[] circle = Streams.bytes(Circle.class, new Circle(1));
        assertThatThrownBy(() -> streams.read(Square.class, circle))
                .isInstanceOf(MARSHAL.class)
                .hasMessageContainingAll("Circle", "Square");
    }

    @Test
    void whatIsTooDeepOrTooLargeIsNeitherWrittenNorRead() throws Exception {
        Node chain = new Node();
        for (int i = 0; i < Streams.LIMITS.depthMax(); i++) {
            Node above = new Node();
            above.next = chain;
            chain = above;
        }
        Node deep = chain;
        assertThatThrownBy(() -> Streams.bytes(Node.class, deep)).hasMessageContaining("deep");
        ValueOut deeper = new ValueOut(new ValueLimits(1 << 20, 1_000));
        new Forms().of(Node.class).write(deeper, deep);
        assertThatThrownBy(() -> streams.read(Node.class, deeper.toByteArray())).hasMessageContaining("deep");
        assertThatThrownBy(() -> Streams.bytes(int[].class, (Object) new int[1 << 18]))
                .hasMessageContaining("bytes are not allowed");
    }

    @Test
    void aRecordThatRefusesItsComponentsIsNotMade() throws Exception {
        byte[] bytes = Streams.bytes(Money.class, new Money("EUR", BigDecimal.ONE));
        byte[] changed = bytes.clone();
        int at = indexOf(changed, new byte[] {0, 'E', 0, 'U', 0, 'R'});
        changed[at - 1] = 4; // two characters
        assertThatThrownBy(() -> streams.read(Money.class, changed)).isInstanceOf(SystemException.class);
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i + part.length <= bytes.length; i++) {
            if (Arrays.equals(Arrays.copyOfRange(bytes, i, i + part.length), part)) {
                return i;
            }
        }
        throw new IllegalArgumentException("it is not there");
    }

    @Test
    void bytesThatSomebodyHasChangedAreRefusedOrAreAValue() throws Exception {
        Node node = new Node();
        node.next = new Node();
        node.next.next = node;
        node.sets = new DataSet[] {new DataSet(), new DataSet()};
        byte[] plain = Streams.bytes(Node.class, node);
        byte[] chunked = Streams.bytes(declared("map"), java.util.Map.of("a", List.of(1, 2), "b", List.of()));
        Random random = new Random(7);
        for (int i = 0; i < CHANGES; i++) {
            boolean isPlain = i % 2 == 0;
            byte[] changed = (isPlain ? plain : chunked).clone();
            for (int k = 0; k <= random.nextInt(3); k++) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            try {
                Object read = streams.read(isPlain ? Node.class : declared("map"), changed);
                assertThat(read == null || read instanceof Node || read instanceof java.util.Map)
                        .isTrue();
            } catch (SystemException refused) {
                assertThat(refused).isInstanceOfAny(MARSHAL.class, org.omg.CORBA.DATA_CONVERSION.class);
            }
        }
    }
}
