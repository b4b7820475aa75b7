package dev.assent.transport.nativewire.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An interface that declares what a call can carry. */
interface FuzzedOffice {
    Money money(Money money);

    Shape shape(Shape shape);

    Object anything(Object value);

    Map<String, List<Money>> maps(Map<Integer, Set<Color>> colors, SortedSet<String> names);

    Optional<BigDecimal> exact(BigDecimal decimal, BigInteger integer, double real);

    List<Instant> times(Instant instant, LocalDate date, ZonedDateTime zoned, Duration duration);

    byte[] bytes(byte[] bytes, int[][] matrix, char[] letters, String text, boolean[] flags);

    UUID names(UUID id, Locale locale, Currency currency);

    void fails(int number, @Nullable Long boxed) throws Closed;

    record Money(String currency, BigDecimal amount) {}

    enum Color {
        RED,
        GREEN
    }

    sealed interface Shape permits Circle, Group {}

    record Circle(double radius) implements Shape {}

    record Group(List<Shape> shapes, @Nullable Group other) implements Shape {}

    /** Its refusal. */
    final class Closed extends Exception {
        private static final long serialVersionUID = 1L;

        Closed(@Nullable String message) {
            super(message);
        }
    }
}
