package dev.assent.transport.soap.value;

import dev.assent.transport.soap.value.Carried.Bean;
import dev.assent.transport.soap.value.Carried.Colour;
import dev.assent.transport.soap.value.Carried.Pair;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Values for the operations of {@link Carried}. */
public final class CarriedValues {
    private CarriedValues() {}

    /** Values by the names of the operations that carry them. */
    public static Stream<Map.Entry<String, Object>> values() {
        Pair pair = new Pair("a", new Pair("b", null, List.of()), List.of(1, 2));
        return Stream.<Map.Entry<String, Object>>of(
                Map.entry("aBoolean", true),
                Map.entry("aByte", (byte) -1),
                Map.entry("aChar", '\uFFFF'),
                Map.entry("aChar", '\0'),
                Map.entry("aShort", Short.MIN_VALUE),
                Map.entry("anInt", Integer.MIN_VALUE),
                Map.entry("aLong", Long.MAX_VALUE),
                Map.entry("aFloat", Float.MIN_VALUE),
                Map.entry("aDouble", Double.NEGATIVE_INFINITY),
                Map.entry("aDouble", 1e300),
                Map.entry("aString", ""),
                Map.entry("aString", " <&]]> \u00e4\uD83D\uDE00\r\n\t "),
                Map.entry("aString", "Infinity"),
                Map.entry("aBoxed", 7),
                Map.entry("aBigInteger", BigInteger.TEN.pow(40)),
                Map.entry("aBigDecimal", new BigDecimal("-1.500")),
                Map.entry("aBigDecimal", new BigDecimal("1E-20")),
                Map.entry("aUuid", new UUID(1, 2)),
                Map.entry("aUri", URI.create("http://a/b?c#d")),
                Map.entry("anInstant", Instant.parse("2026-01-02T03:04:05.678Z")),
                Map.entry("aDate", LocalDate.of(2026, 1, 2)),
                Map.entry("aDateTime", LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6)),
                Map.entry("anInstant", Instant.parse("+12026-01-02T03:04:00Z")),
                Map.entry("aDate", LocalDate.of(-43, 3, 15)),
                Map.entry("aDateTime", LocalDateTime.of(2026, 1, 2, 3, 4)),
                Map.entry("aDuration", Duration.ofMillis(1_500)),
                Map.entry("aDuration", Duration.ofMillis(-90_500)),
                Map.entry("bytes", new byte[] {0, 1, -1}),
                Map.entry("bytes", new byte[0]),
                Map.entry("aColour", Colour.GREEN),
                Map.entry("aRecord", pair),
                Map.entry("aRecord", new Pair(" ", null, Arrays.asList(1, null))),
                Map.entry("aBean", new Bean(3, Colour.RED)),
                Map.entry("aList", List.of(pair, pair)),
                Map.entry("aList", List.of()),
                Map.entry("aSet", Set.of("a", "b")),
                Map.entry("anArray", new int[] {1, 2}),
                Map.entry("nested", new String[][] {{"a"}, {}, {"b", "c"}}));
    }
}
