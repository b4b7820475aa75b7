package dev.assent.transport.iiop.fuzz;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A value with fields of all kinds of types. */
final class FuzzedValues implements Serializable {
    private static final long serialVersionUID = 1L;

    @Nullable FuzzedValues self;

    @Nullable FuzzedValues[] many = {};

    byte octet = 1;
    boolean flag = true;
    char letter = 'x';
    short small = 2;
    int number = 3;
    long large = 4;
    float fraction = 5;
    double fine = 6;

    @Nullable String text = "text";

    byte[] octets = {1, 2};
    boolean[] flags = {true};
    char[] letters = {'a', 'b'};
    short[] shorts = {1};
    int[] ints = {1, 2};
    long[] longs = {3};
    float[] floats = {4};
    double[] doubles = {5};
    Integer box = 7;
    BigDecimal money = new BigDecimal("12.50");
    Date date = new Date(8);
    UUID uuid = new UUID(9, 10);
    Side side = Side.LEFT;
    Choice choice = new One(1);
    List<String> list = new ArrayList<>(List.of("a", "b"));
    Set<Integer> set = new LinkedHashSet<>(Set.of(1));
    Map<String, Choice> map = new LinkedHashMap<>(Map.of("k", new Two("two")));

    enum Side {
        LEFT,
        RIGHT
    }

    sealed interface Choice extends Serializable permits One, Two {}

    record One(int number) implements Choice {}

    record Two(String text) implements Choice {}

    /** One that refers to itself. */
    static FuzzedValues sample() {
        FuzzedValues made = new FuzzedValues();
        made.self = made;
        made.many = new FuzzedValues[] {made, null, new FuzzedValues()};
        return made;
    }
}
