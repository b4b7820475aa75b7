package dev.assent.transport.soap.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Operations of every type that is carried, and values of them. */
public interface Carried {
    /** Whose names are not what it shows. */
    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "not its name";
            }
        }
    }

    /** Of itself. */
    record Pair(String name, @Nullable Pair next, List<Integer> numbers) {}

    /** With a field that others inherit. */
    class Base {
        private int count;
    }

    /** Without equal names of its fields. */
    final class Bean extends Base {
        private Colour colour;
        private transient String unseen;

        private Bean() {}

        public Bean(int count, Colour colour) {
            super.count = count;
            this.colour = colour;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean that && super.count == ((Base) that).count && colour == that.colour;
        }

        @Override
        public int hashCode() {
            return super.count;
        }
    }

    boolean aBoolean(boolean value);

    byte aByte(byte value);

    char aChar(char value);

    short aShort(short value);

    int anInt(int value);

    long aLong(long value);

    float aFloat(float value);

    double aDouble(double value);

    String aString(String value);

    Integer aBoxed(Integer value);

    BigInteger aBigInteger(BigInteger value);

    BigDecimal aBigDecimal(BigDecimal value);

    UUID aUuid(UUID value);

    URI aUri(URI value);

    Instant anInstant(Instant value);

    LocalDate aDate(LocalDate value);

    LocalDateTime aDateTime(LocalDateTime value);

    Duration aDuration(Duration value);

    byte[] bytes(byte[] value);

    Colour aColour(Colour value);

    Pair aRecord(Pair value);

    Bean aBean(Bean value);

    List<Pair> aList(List<Pair> value);

    Set<String> aSet(Set<String> value);

    int[] anArray(int[] value);

    String[][] nested(String[][] value);
}
