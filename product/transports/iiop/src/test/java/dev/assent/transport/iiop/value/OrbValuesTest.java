package dev.assent.transport.iiop.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.iiop.value.Samples.DataSet;
import dev.assent.transport.iiop.value.Samples.Leaf;
import dev.assent.transport.iiop.value.Samples.Node;
import dev.assent.transport.iiop.value.Samples.Overdrawn;
import dev.assent.transport.iiop.value.Samples.Types;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.rmi.CORBA.Util;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Assent reads what an ORB's own RMI-IIOP writes, and the ORB reads what Assent writes. */
@Fast
class OrbValuesTest {
    private final Streams streams = new Streams();

    @AfterEach
    void close() {
        streams.close();
    }

    @Test
    void repositoryIdsAreThoseOfTheOrb() {
        for (Class<?> each : List.of(
                DataSet.class,
                DataSet[].class,
                DataSet[][].class,
                Leaf.class,
                Overdrawn.class,
                Integer.class,
                Integer[].class,
                String[].class,
                int[].class,
                byte[][].class,
                ArrayList.class,
                LinkedHashMap.class,
                java.math.BigDecimal.class)) {
            assertThat(RepositoryIds.of(each))
                    .isEqualTo(Util.createValueHandler().getRMIRepositoryID(each));
        }
    }

    @Test
    void valuesOfTheJdkGoBothWays() throws Exception {
        for (Map.Entry<Class<?>, Serializable> each : Samples.ofTheJdk().entrySet()) {
            Class<?> type = each.getKey();
            assertThat(streams.asTheOrbReads(type, type, each.getValue())).isEqualTo(each.getValue());
            assertThat(streams.asTheOrbWrites(type, type, each.getValue())).isEqualTo(each.getValue());
        }
    }

    @Test
    void arraysGoBothWays() throws Exception {
        for (Serializable each : List.of(
                new boolean[] {true, false, true},
                new byte[] {1, -2, 3},
                new char[] {'a', '\u20ac'},
                new short[] {1, -2, 3},
                new int[] {1, -2, 3},
                new long[] {1, -2, 3},
                new float[] {1, -2.5f},
                new double[] {1, -2.5},
                new String[] {"a", null, "\u20ac"},
                new int[][] {{1}, {}, {2, 3}})) {
            Class<?> type = each.getClass();
            assertThat(streams.asTheOrbReads(type, type, each)).isEqualTo(each);
            assertThat(streams.asTheOrbWrites(type, type, each)).isEqualTo(each);
        }
    }

    @Test
    void objectsGoBothWays() throws Exception {
        Object here = streams.asTheOrbReads(DataSet.class, DataSet.class, new DataSet());
        assertThat(here).usingRecursiveComparison().isEqualTo(new DataSet());
        Object there = streams.asTheOrbWrites(DataSet.class, DataSet.class, new DataSet());
        assertThat(there).usingRecursiveComparison().isEqualTo(new DataSet());
    }

    @Test
    void whatIsSharedStaysSharedBothWays() throws Exception {
        DataSet one = new DataSet();
        DataSet[] shared = {one, new DataSet(), one, null};
        DataSet[] here = (DataSet[]) streams.asTheOrbReads(DataSet[].class, DataSet[].class, shared);
        DataSet[] there = (DataSet[]) streams.asTheOrbWrites(DataSet[].class, DataSet[].class, shared);
        for (DataSet[] each : List.of(here, there)) {
            assertThat(each).hasSize(4);
            assertThat(each[2]).isSameAs(each[0]).isNotSameAs(each[1]);
            assertThat(each[3]).isNull();
            assertThat(each[1].sum()).isEqualTo(one.sum());
        }
    }

    @Test
    void whatRefersToItselfGoesBothWays() throws Exception {
        Leaf leaf = new Leaf(77);
        leaf.name = "leaf";
        leaf.sets = new DataSet[] {new DataSet()};
        leaf.next = new Node();
        leaf.next.name = leaf.name;
        Leaf here = (Leaf) streams.asTheOrbReads(Leaf.class, Leaf.class, leaf);
        Leaf there = (Leaf) streams.asTheOrbWrites(Leaf.class, Leaf.class, leaf);
        for (Leaf each : List.of(here, there)) {
            assertThat(each.weight()).isEqualTo(77);
            assertThat(each.numbers).containsExactly(1, 2, 3);
            assertThat(each.next.name).isEqualTo("leaf");
            assertThat(each.sets[0].sum()).isEqualTo(new DataSet().sum());
        }
        Node round = new Node();
        round.next = round;
        Node back = (Node) streams.asTheOrbReads(Node.class, Node.class, round);
        assertThat(back.next).isSameAs(back);
        Node read = (Node) streams.asTheOrbWrites(Node.class, Node.class, round);
        assertThat(read.next).isSameAs(read);
    }

    @Test
    void collectionsGoBothWays() throws Exception {
        Map<String, Serializable> all = new LinkedHashMap<>();
        all.put("arrayList", new ArrayList<>(List.of("a", "b", "a")));
        all.put("linkedList", new LinkedList<>(List.of(3, 4, 5)));
        all.put("hashSet", new HashSet<>(List.of("x", "y")));
        all.put("hashMap", new HashMap<>(Map.of(1, "one", 2, "two")));
        all.put("set", new LinkedHashSet<>(List.of("z", "y", "x")));
        all.put("map", new LinkedHashMap<>(Map.of("k", new ArrayList<>(List.of(7, 8)))));
        for (Map.Entry<String, Serializable> each : all.entrySet()) {
            var declared = Types.class.getDeclaredField(each.getKey()).getGenericType();
            Class<?> type = each.getValue().getClass();
            assertThat(streams.asTheOrbReads(type, declared, each.getValue()))
                    .as(each.getKey())
                    .isEqualTo(each.getValue());
            assertThat(streams.asTheOrbWrites(type, declared, each.getValue()))
                    .as(each.getKey())
                    .isEqualTo(each.getValue());
        }
        assertThat((Set<?>) streams.asTheOrbReads(
                        LinkedHashSet.class, Types.class.getDeclaredField("set").getGenericType(), all.get("set")))
                .isEqualTo(all.get("set"));
    }

    @Test
    void exceptionsGoBothWaysWithTheirMessagesAndFieldsAlone() throws Exception {
        Overdrawn thrown = new Overdrawn("too much", 12);
        thrown.initCause(new IllegalStateException("inside", new RuntimeException("further")));
        thrown.addSuppressed(new RuntimeException("beside"));
        Overdrawn here = (Overdrawn) streams.asTheOrbReads(Overdrawn.class, Overdrawn.class, thrown);
        Overdrawn there = (Overdrawn) streams.asTheOrbWrites(Overdrawn.class, Overdrawn.class, thrown);
        for (Overdrawn each : List.of(here, there)) {
            assertThat(each).hasMessage("too much").hasNoCause();
            assertThat(each.missing()).isEqualTo(12);
        }
    }
}
