package dev.assent.transport.iiop.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.fixture.EqualHashes;
import dev.assent.remote.transport.HashBound;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.util.AbstractMap;
import java.util.AbstractMap.SimpleEntry;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.MARSHAL;

/** A set, or a map, is read in a time that its message's length bounds, whatever its elements share. */
@Fast
class SharedKeysTest {
    private static final int LEVELS = 50;
    /** As many of them may be inside of each other. */
    private static final int NESTED = 40;

    private static final int MANY = 10_000;

    private final Streams streams = new Streams();

    @AfterEach
    void close() {
        streams.close();
    }

    sealed interface Part extends Serializable permits Tree, Text, Row, Lists, Bean, Sets {}

    record Tree(@Nullable Part left, @Nullable Part right) implements Part {}

    record Text(String text, int number) implements Part {}

    record Row(Part[] parts) implements Part {}

    record Lists(List<Part> parts) implements Part {}

    record Sets(Set<Part> parts) implements Part {}

    /** Compares its parts, also those in arrays. */
    static final class Bean implements Part {
        private static final long serialVersionUID = 1;

        private final Part[] parts;

        Bean(Part... parts) {
            this.parts = parts;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(parts);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean bean && Arrays.equals(parts, bean.parts);
        }
    }

    /** Compared by identity; all lead to each other. */
    static final class Knot implements Serializable {
        private static final long serialVersionUID = 1;

        Set<Knot> beside = new LinkedHashSet<>();
    }

    /** The two refer to each other, and compare their names. */
    static final class House implements Serializable {
        private static final long serialVersionUID = 1;

        String name = "house";
        Set<Person> people = new LinkedHashSet<>();
        Map<Person, String> rooms = new LinkedHashMap<>();
    }

    static final class Person implements Serializable {
        private static final long serialVersionUID = 1;

        House house;
        String name;

        Person(House house, String name) {
            this.house = house;
            this.name = name;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Person person && person.name.equals(name);
        }
    }

    /** A line leads back to its order, which gets something heavy only later, and compares only that. */
    static final class Order implements Serializable {
        private static final long serialVersionUID = 1;

        List<Line> a = new ArrayList<>();

        @Nullable Part b;

        Set<Line> c = new Unhashed<>();

        @Override
        public int hashCode() {
            return Objects.hash(b);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Order order && Objects.equals(order.b, b);
        }
    }

    record Line(Order order, int number) implements Serializable {}

    /** Takes elements without asking for their hash codes, so that a message can be made of bad ones. */
    static final class Unhashed<E> extends AbstractSet<E> {
        private final List<E> all = new ArrayList<>();

        @Override
        public boolean add(E one) {
            return all.add(one);
        }

        @Override
        public Iterator<E> iterator() {
            return all.iterator();
        }

        @Override
        public int size() {
            return all.size();
        }
    }

    /** Declared types. */
    static final class Types {
        Set<Part> set = new HashSet<>();
        HashSet<Part> hashSet = new HashSet<>();
        Set<List<Part>> lists = new HashSet<>();
        Map<Part, String> map = new LinkedHashMap<>();
        Map<String, Part> values = new LinkedHashMap<>();
        List<Part> list = new ArrayList<>();
        List<Set<Part>> sets = new ArrayList<>();
        Set<Knot> knots = new HashSet<>();
    }

    private static Type declared(String field) throws NoSuchFieldException {
        return Types.class.getDeclaredField(field).getGenericType();
    }

    private interface Doubled {
        Part of(Part below);
    }

    /** Each is twice what the one before it is, and refers to that. */
    private static List<Part> levels(Doubled doubled, int count) {
        List<Part> all = new ArrayList<>(List.of(new Tree(null, null)));
        for (int i = 1; i < count; i++) {
            all.add(doubled.of(all.get(i - 1)));
        }
        return all;
    }

    private static List<Part> trees() {
        return levels(below -> new Tree(below, below), LEVELS);
    }

    private static byte[] set(Type type, Collection<?> elements) throws ValueException {
        Set<Object> set = new Unhashed<>();
        set.addAll(elements);
        return Streams.bytes(type, set);
    }

    /** In this order, so that a key is written before those that have it inside. */
    private static Map<Part, String> map(List<? extends Part> keys) {
        Set<Map.Entry<Part, String>> entries = new Unhashed<>();
        keys.forEach(each -> entries.add(new SimpleEntry<>(each, "x")));
        return new AbstractMap<>() {
            @Override
            public Set<Entry<Part, String>> entrySet() {
                return entries;
            }
        };
    }

    private void refused(String type, Collection<?> elements) throws Exception {
        byte[] bytes = set(declared(type), elements);
        assertThat(bytes.length).isLessThan(16_384);
        assertThatThrownBy(() -> streams.read(declared(type), bytes))
                .isInstanceOf(MARSHAL.class)
                .hasMessageContaining("with shared values counted each time");
    }

    @Test
    void elementsThatDoubleWithEachReferenceAreRefused() throws Exception {
        refused("set", trees());
        refused("hashSet", trees());
        refused("set", List.of(trees().get(NESTED - 1)));
    }

    @Test
    void soAreKeys() throws Exception {
        byte[] bytes = Streams.bytes(declared("map"), map(trees()));
        assertThatThrownBy(() -> streams.read(declared("map"), bytes)).isInstanceOf(MARSHAL.class);
    }

    /** Each would be compared with all before it. */
    @Test
    void soAreManyKeysOfOneHashCode() throws Exception {
        List<Text> keys = EqualHashes.texts(3 * HashBound.SAME_MAX).stream()
                .map(each -> new Text(each, 0))
                .toList();
        byte[] bytes = Streams.bytes(declared("map"), map(keys));
        assertThatThrownBy(() -> streams.read(declared("map"), bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(Text.class.getName(), "one hash code");
    }

    @Test
    void soAreArraysListsAndObjectsThatDouble() throws Exception {
        refused("set", levels(below -> new Row(new Part[] {below, below}), LEVELS));
        refused("set", levels(below -> new Lists(Arrays.asList(below, below)), LEVELS));
        refused("set", levels(below -> new Bean(below, below), LEVELS));
        refused("lists", List.of(trees()));
        refused("lists", List.of(List.of(), trees()));
    }

    @Test
    void oneHeavyElementManyTimesIsRefused() throws Exception {
        List<Part> levels = levels(below -> new Tree(below, below), 12);
        List<Object> elements = new ArrayList<>(levels);
        for (int i = 0; i < MANY; i++) {
            elements.add(levels.get(11));
        }
        byte[] bytes = set(declared("set"), elements);
        assertThatThrownBy(() -> streams.read(declared("set"), bytes)).isInstanceOf(MARSHAL.class);
    }

    @Test
    void aListThatHasItselfInsideIsNoElement() throws Exception {
        List<Part> round = new ArrayList<>();
        round.add(new Lists(round));
        refused("lists", List.of(round));
        refused("set", List.of(new Lists(round)));
        Set<Part> in = new Unhashed<>();
        in.add(new Sets(in));
        assertThatThrownBy(() -> streams.copy(declared("set"), in)).isInstanceOf(MARSHAL.class);
        assertThat((List<?>) streams.copy(declared("list"), round)).hasSize(1);
    }

    @Test
    void aListThatIsNotWholeIsHashedByNoElement() throws Exception {
        List<Part> open = levels(below -> new Tree(below, below), 15);
        Set<Part> set = new Unhashed<>();
        for (int i = 0; i < 100; i++) {
            set.add(new Tree(new Lists(open), new Text("n", i)));
        }
        open.add(new Sets(set));
        byte[] bytes = Streams.bytes(declared("list"), open);
        assertThatThrownBy(() -> streams.read(declared("list"), bytes)).isInstanceOf(MARSHAL.class);
    }

    @Test
    void whatLeadsBackWeighsWhatThatHasByThen() throws Exception {
        Order order = new Order();
        Line line = new Line(order, 1);
        order.a.add(line);
        order.c.add(line);
        order.b = new Text("light", 1);
        Order back = (Order) Objects.requireNonNull(streams.copy(Order.class, order));
        assertThat(back.c).hasSize(1);
        assertThat(back.c.iterator().next()).isSameAs(back.a.get(0));
        order.b = trees().get(NESTED - 1);
        byte[] bytes = Streams.bytes(Order.class, order);
        assertThat(bytes.length).isLessThan(8_192);
        assertThatThrownBy(() -> streams.read(Order.class, bytes)).isInstanceOf(MARSHAL.class);
    }

    @Test
    void whatIsNotHashedMayDouble() throws Exception {
        List<?> back = (List<?>) Objects.requireNonNull(streams.copy(declared("list"), trees()));
        assertThat(back).hasSize(LEVELS);
        Map<String, Part> values = new LinkedHashMap<>();
        trees().forEach(each -> values.put("k" + values.size(), each));
        assertThat((Map<?, ?>) streams.copy(declared("values"), values)).hasSize(LEVELS);
    }

    @Test
    void whatHonestElementsShareIsRead() throws Exception {
        Text small = new Text("the same text", 7);
        List<Part> list = new ArrayList<>();
        Set<Part> set = new LinkedHashSet<>();
        List<Set<Part>> sets = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            list.add(small);
            set.add(new Tree(small, new Text(small.text(), i)));
            sets.add(Set.of(small));
        }
        assertThat(streams.copy(declared("list"), list)).isEqualTo(list);
        assertThat(streams.copy(declared("set"), set)).isEqualTo(set);
        assertThat(streams.copy(declared("sets"), sets)).isEqualTo(sets);
    }

    @Test
    void aDeepTreeIsAnElement() throws Exception {
        Set<Part> set = Set.of(whole(14));
        assertThat(streams.copy(declared("set"), set)).isEqualTo(set);
        Part deep = new Tree(null, null);
        for (int i = 0; i < Streams.LIMITS.depthMax() - 3; i++) {
            deep = new Tree(deep, null);
        }
        assertThat(streams.copy(declared("set"), Set.of(deep))).isEqualTo(Set.of(deep));
        Part sets = new Text("innermost", 1);
        for (int i = 0; i < Streams.LIMITS.depthMax() / 2 - 2; i++) {
            sets = new Sets(Set.of(sets, new Text("beside", i)));
        }
        assertThat(streams.copy(declared("set"), Set.of(sets))).isEqualTo(Set.of(sets));
    }

    private static Part whole(int levels) {
        return levels == 0 ? new Text("t", 1) : new Tree(whole(levels - 1), whole(levels - 1));
    }

    @Test
    void whatIsToldApartByIdentityMayLeadAnywhere() throws Exception {
        Set<Knot> knots = new LinkedHashSet<>();
        for (int i = 0; i < NESTED / 2; i++) {
            knots.add(new Knot());
        }
        knots.forEach(each -> each.beside.addAll(knots));
        Set<?> back = (Set<?>) Objects.requireNonNull(streams.copy(declared("knots"), knots));
        assertThat(back)
                .hasSize(knots.size())
                .allSatisfy(each -> assertThat(((Knot) each).beside).hasSize(knots.size()));
    }

    @Test
    void twoThatKnowEachOtherAreElementsAndKeys() throws Exception {
        House house = new House();
        for (int i = 0; i < MANY; i++) {
            house.people.add(new Person(house, "person " + i));
        }
        house.people.forEach(each -> house.rooms.put(each, "a room"));
        House back = (House) Objects.requireNonNull(streams.copy(House.class, house));
        assertThat(back.people)
                .isEqualTo(house.people)
                .allSatisfy(each -> assertThat(each.house).isSameAs(back));
        assertThat(back.rooms).isEqualTo(house.rooms);
    }
}
