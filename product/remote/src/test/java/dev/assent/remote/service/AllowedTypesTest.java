package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.File;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.chrono.JapaneseDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects of which types are copied for calls within the process: those that the interface declares, and values. */
@Fast
class AllowedTypesTest {
    /** The exported interface. */
    @SuppressWarnings("unused")
    interface Shop extends Base {
        Order order(Argument argument);

        List<Element> elements();

        Map<Key, ? extends Value> byWildcard();

        void contravariant(List<? super Lower> sink);

        <T extends Bound> T byVariable();

        Box<Content>[] boxes();

        Cell[][] cells(int[] sizes);

        Shape shape();

        Special special();

        Color color();

        URI declaredType();
    }

    /** What the interface extends. */
    interface Base {
        Inherited inherited();
    }

    /** A result, with the types of its fields. */
    static class Order implements Serializable {
        static final Static NOT_PART = new Static();
        final Field field = new Field();
        final transient Transient notSent = new Transient();
        final List<Line> lines = List.of(new Line());
        Object anything = "text";
        Order next;
        int amount;
    }

    record Argument() implements Serializable {}

    record Element() implements Serializable {}

    record Key() implements Serializable {}

    record Value() implements Serializable {}

    record Lower() implements Serializable {}

    static class Bound implements Serializable {}

    record Box<T>(T content) implements Serializable {}

    record Content() implements Serializable {}

    record Cell() implements Serializable {}

    record Field() implements Serializable {}

    record Static() implements Serializable {}

    record Transient() implements Serializable {}

    record Line() implements Serializable {}

    record Inherited() implements Serializable {}

    sealed interface Shape permits Circle, Square {}

    record Circle() implements Shape, Serializable {}

    record Square(Corner corner) implements Shape, Serializable {}

    record Corner() implements Serializable {}

    static class Special extends General<Extra> {}

    static class General<T> implements Serializable {
        T more;
    }

    record Extra() implements Serializable {}

    enum Color {
        RED
    }

    record Unknown() implements Serializable {}

    private final Copier copier = new Copier(Shop.class);

    /** Each is one argument, arrays too. */
    private static Stream<Arguments> arguments(Object... all) {
        return Stream.of(all).map(each -> Arguments.of(each));
    }

    private static Stream<Arguments> declared() {
        return arguments(
                new Order(),
                new Argument(),
                new Element(),
                new Key(),
                new Value(),
                new Bound(),
                new Box<>(new Content()),
                new Cell[][] {{new Cell()}, {}},
                new Field(),
                new Line(),
                new Inherited(),
                new Circle(),
                new Square(new Corner()),
                new Special(),
                new Extra(),
                Color.RED,
                URI.create("mailto:shop"));
    }

    private static Stream<Arguments> values() {
        return arguments(
                "text",
                true,
                'c',
                (byte) 1,
                (short) 2,
                3,
                4L,
                5f,
                6d,
                new int[][] {{1}, {2}},
                new Object[] {"text", 1},
                new BigDecimal("7.5"),
                Instant.EPOCH,
                LocalDate.EPOCH,
                JapaneseDate.of(2020, 1, 1),
                new ArrayList<>(List.of("a", "b")),
                new TreeMap<>(Map.of("a", 1)),
                Currency.getInstance("EUR"));
    }

    private static Stream<Arguments> others() {
        return arguments(
                new Unknown(),
                new Unknown[0],
                new Object[] {new Unknown()},
                List.of(new Unknown()),
                new Box<>(new Unknown()),
                new Static(),
                new Transient(),
                new Lower(),
                new File("shop"),
                new AtomicInteger(),
                TimeUnit.DAYS);
    }

    private Object copied(Object original) throws Exception {
        Object copy = copier.copy(original);
        assertThat(copy).isNotNull();
        return copy;
    }

    @ParameterizedTest
    @MethodSource("declared")
    void copy_ofADeclaredType_isMade(Object declared) throws Exception {
        assertThat(copied(declared)).isInstanceOf(declared.getClass());
    }

    @ParameterizedTest
    @MethodSource("values")
    void copy_ofAValue_isEqual(Object value) throws Exception {
        assertThat(copied(value)).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("others")
    void copy_ofAnyOtherType_isRefused(Object other) {
        assertThatThrownBy(() -> copier.copy(other))
                .isInstanceOf(InvalidClassException.class)
                .hasMessageContaining("REJECTED");
    }

    /** Its type may hold anything, but only an object of an allowed type comes. */
    @Test
    void copy_aFieldHasAnObjectOfAnotherType_isRefused() {
        Order order = new Order();
        order.anything = new Unknown();
        assertThatThrownBy(() -> copier.copy(order)).isInstanceOf(InvalidClassException.class);
    }

    @Test
    void copy_ofATypeThatHasFieldsOfItself_isDeep() throws Exception {
        Order order = new Order();
        order.next = new Order();
        order.next.amount = 7;
        Order copy = (Order) copied(order);
        assertThat(copy).isNotSameAs(order);
        assertThat(copy.next).isNotSameAs(order.next);
        assertThat(copy.next.amount).isEqualTo(7);
    }
}
