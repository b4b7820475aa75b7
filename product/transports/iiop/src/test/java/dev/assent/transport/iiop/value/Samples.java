package dev.assent.transport.iiop.value;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Classes of an application. */
final class Samples {
    private Samples() {}

    /** With a field of each kind. */
    static final class DataSet implements Serializable {
        private static final long serialVersionUID = 1;

        byte octet = 0x41;
        boolean flag = true;
        char letter = '\u20ac';
        short small = 0x4001;
        int number = 0x4000_0001;
        long large = 0x4000_0000_0000_0001L;
        float fraction = 0.1f;
        double fine = 0.1;

        @Nullable String text = "na\u00efve \u20ac";

        double sum() {
            return octet + (flag ? 1 : 0) + letter + small + number + large + fraction + fine;
        }
    }

    /** One that has the class above, and itself, inside. */
    static class Node implements Serializable {
        private static final long serialVersionUID = 2;

        @Nullable Node next;

        int[] numbers = {1, 2, 3};
        DataSet[] sets = {};

        @Nullable String name;
    }

    /** One above which is another. */
    static final class Leaf extends Node {
        private static final long serialVersionUID = 3;

        private final long weight;

        Leaf(long weight) {
            this.weight = weight;
        }

        long weight() {
            return weight;
        }
    }

    /** Components that a constructor checks. */
    record Money(String currency, BigDecimal amount) implements Serializable {
        Money {
            if (currency.length() != 3) {
                throw new IllegalArgumentException("'" + currency + "' is no currency");
            }
        }
    }

    /** One of several. */
    sealed interface Shape extends Serializable permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    /** With a constant that is a class of its own. */
    enum Color {
        RED,
        GREEN {
            @Override
            String sign() {
                return "go";
            }
        };

        String sign() {
            return "stop";
        }
    }

    /** With a field. */
    static final class Overdrawn extends Exception {
        private static final long serialVersionUID = 4;

        private final long missing;

        Overdrawn(@Nullable String why) {
            this(why, 0);
        }

        Overdrawn(@Nullable String why, long missing) {
            super(why);
            this.missing = missing;
        }

        long missing() {
            return missing;
        }
    }

    /** Generic types, as they are declared. */
    static final class Types {
        List<DataSet> list = new ArrayList<>();
        ArrayList<String> arrayList = new ArrayList<>();
        LinkedList<Integer> linkedList = new LinkedList<>();
        Set<String> set = new LinkedHashSet<>();
        HashSet<String> hashSet = new HashSet<>();
        Map<String, List<Integer>> map = new LinkedHashMap<>();
        HashMap<Integer, String> hashMap = new HashMap<>();
    }

    /** Values whose classes the JDK has, and their classes. */
    static Map<Class<?>, Serializable> ofTheJdk() {
        Map<Class<?>, Serializable> all = new LinkedHashMap<>();
        all.put(String.class, "a \u20ac b");
        all.put(Boolean.class, true);
        all.put(Byte.class, (byte) -7);
        all.put(Character.class, '\u20ac');
        all.put(Short.class, (short) -7_000);
        all.put(Integer.class, -7_000_000);
        all.put(Long.class, -7_000_000_000_000L);
        all.put(Float.class, -0.5f);
        all.put(Double.class, -0.25);
        all.put(BigInteger.class, new BigInteger("-123456789012345678901234567890"));
        all.put(BigDecimal.class, new BigDecimal("-12345678901234567890.0123"));
        all.put(Date.class, new Date(1_700_000_000_123L));
        all.put(UUID.class, new UUID(0x1234_5678_9ABC_DEF0L, -2));
        return all;
    }
}
