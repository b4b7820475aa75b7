package dev.assent.transport.soap.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.xml.Element;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.GregorianCalendar;
import java.util.Objects;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values as texts: those of XML Schema 1.0 are read and written, and no others. */
@Fast
class SimpleFormTest {
    private static final QName NAME = new QName("arg0");

    private static @Nullable Object read(Class<?> type, String text) throws ValueException {
        return form(type).read(Element.ofText(NAME, text));
    }

    private static String written(Object value) throws ValueException {
        return form(value.getClass()).write(NAME, value, 0).ownText();
    }

    private static SimpleForm form(Class<?> type) {
        return Objects.requireNonNull(SimpleForm.of(type));
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments(" \t\r\n-0012.50 ", new BigDecimal("-12.50")),
                arguments("+.5", new BigDecimal("0.5")),
                arguments("5.", new BigDecimal("5")),
                arguments("." + "7".repeat(2_500), new BigDecimal("." + "7".repeat(2_500))),
                arguments("+007", BigInteger.valueOf(7)),
                arguments("9".repeat(2_500), BigInteger.TEN.pow(2_500).subtract(BigInteger.ONE)),
                arguments("+1", (byte) 1),
                arguments("-0", (short) 0),
                arguments(" 7 ", 7),
                arguments("-9223372036854775808", Long.MIN_VALUE),
                arguments("65535", '\uFFFF'),
                arguments("-INF", Float.NEGATIVE_INFINITY),
                arguments("-1.e-3", -0.001f),
                arguments(" INF ", Double.POSITIVE_INFINITY),
                arguments("+INF", Double.POSITIVE_INFINITY),
                arguments("NaN", Double.NaN),
                arguments(".5E+3", 500.0),
                arguments("1", true),
                arguments(" false ", false),
                arguments(" a ", " a "),
                arguments("2026-01-02T03:04:05", LocalDateTime.of(2026, 1, 2, 3, 4, 5)),
                arguments("2026-01-02T03:04:00Z", LocalDateTime.of(2026, 1, 2, 3, 4)),
                arguments("2026-01-02T03:04:00.500+01:00", LocalDateTime.of(2026, 1, 2, 3, 4, 0, 500_000_000)),
                arguments("2026-12-31T24:00:00", LocalDateTime.of(2027, 1, 1, 0, 0)),
                arguments("2026-12-31T24:00:00.0", LocalDateTime.of(2027, 1, 1, 0, 0)),
                arguments("12026-01-02T03:04:00", LocalDateTime.of(12026, 1, 2, 3, 4)),
                arguments("-0001-01-02T03:04:00", LocalDateTime.of(0, 1, 2, 3, 4)),
                arguments("2026-01-02T03:04:05.1234567890000", LocalDateTime.of(2026, 1, 2, 3, 4, 5, 123_456_789)),
                arguments("2026-01-02", LocalDate.of(2026, 1, 2)),
                arguments(" 2026-01-02Z ", LocalDate.of(2026, 1, 2)),
                arguments("2026-01-02-14:00", LocalDate.of(2026, 1, 2)),
                arguments("-0044-03-15", LocalDate.of(-43, 3, 15)),
                arguments("2026-01-02T03:04:00", Instant.parse("2026-01-02T03:04:00Z")),
                arguments("2026-01-02T03:04:00+01:00", Instant.parse("2026-01-02T02:04:00Z")),
                arguments("2026-01-01T24:00:00-14:00", Instant.parse("2026-01-02T14:00:00Z")),
                arguments("-PT1M30S", Duration.ofSeconds(-90)),
                arguments("P1DT2H", Duration.ofHours(26)),
                arguments("P2D", Duration.ofDays(2)),
                arguments("-PT0.5S", Duration.ofMillis(-500)),
                arguments("P0Y0M0DT0H1M30.000S", Duration.ofSeconds(90)),
                arguments("PT90M", Duration.ofMinutes(90)),
                arguments("-PT2562047788015215H30M8S", Duration.ofSeconds(Long.MIN_VALUE)),
                arguments(" http://a/b?c#d ", URI.create("http://a/b?c#d")),
                arguments("http://a/b c{d}", URI.create("http://a/b%20c%7Bd%7D")),
                arguments("00000000-0000-0001-0000-00000000000A", new UUID(1, 10)),
                arguments(" AA\r\nH/ ", new byte[] {0, 1, -1}),
                arguments("AQ = =", new byte[] {1}),
                arguments("", new byte[0]));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void whatXmlSchemaAllowsIsRead(String text, Object value) throws ValueException {
        assertThat(read(value.getClass(), text)).isEqualTo(value);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments(BigDecimal.class, "1E3", "xs:decimal"),
                arguments(BigDecimal.class, "1E2000000000", "xs:decimal"),
                arguments(BigDecimal.class, ".", "xs:decimal"),
                arguments(BigDecimal.class, "\u0661", "xs:decimal"),
                arguments(BigDecimal.class, "\u20031", "xs:decimal"),
                arguments(BigDecimal.class, "1".repeat(2_501), "2,500 digits"),
                arguments(BigDecimal.class, "0." + "1".repeat(2_501), "2,500 digits"),
                arguments(BigInteger.class, "1".repeat(2_501), "2,500 digits"),
                arguments(BigInteger.class, "1.0", "xs:integer"),
                arguments(BigInteger.class, "\u0661", "xs:integer"),
                arguments(byte.class, "128", "xs:byte"),
                arguments(short.class, "\u0661", "xs:short"),
                arguments(int.class, "", "xs:int"),
                arguments(long.class, "9223372036854775808", "xs:long"),
                arguments(char.class, "-1", "xs:unsignedShort"),
                arguments(char.class, "65536", "xs:unsignedShort"),
                arguments(float.class, "1f", "xs:float"),
                arguments(double.class, "1d", "xs:double"),
                arguments(double.class, "0x1p3", "xs:double"),
                arguments(double.class, "Infinity", "xs:double"),
                arguments(double.class, "-NaN", "xs:double"),
                arguments(boolean.class, "TRUE", "xs:boolean"),
                arguments(LocalDateTime.class, "2026-01-02T03:04", "xs:dateTime"),
                arguments(LocalDateTime.class, "2026-01-02t03:04:00", "xs:dateTime"),
                arguments(LocalDateTime.class, "2026-01-02T03:04:60", "xs:dateTime"),
                arguments(LocalDateTime.class, "2026-01-02T24:00:01", "xs:dateTime"),
                arguments(LocalDateTime.class, "2026-01-02T24:00:00.1", "xs:dateTime"),
                arguments(LocalDateTime.class, "2026-01-02T03:04:00+14:01", "xs:dateTime"),
                arguments(LocalDateTime.class, "2026-01-02T03:04:00.1234567891", "9 digits"),
                arguments(LocalDateTime.class, "999999999-12-31T24:00:00", "xs:dateTime"),
                arguments(LocalDate.class, "2026-02-30", "xs:date"),
                arguments(LocalDate.class, "0000-01-01", "xs:date"),
                arguments(LocalDate.class, "+12026-01-02", "xs:date"),
                arguments(LocalDate.class, "02026-01-02", "xs:date"),
                arguments(LocalDate.class, "2026-01-02T00:00:00", "xs:date"),
                arguments(Instant.class, "999999999-12-31T23:59:59-14:00", "xs:dateTime"),
                arguments(Instant.class, "2026-01-02", "xs:dateTime"),
                arguments(Duration.class, "P1Y", "years and months"),
                arguments(Duration.class, "P1MT1S", "years and months"),
                arguments(Duration.class, "PT-1M-30S", "xs:duration"),
                arguments(Duration.class, "P", "xs:duration"),
                arguments(Duration.class, "P1DT", "xs:duration"),
                arguments(Duration.class, "pt1s", "xs:duration"),
                arguments(Duration.class, "PT.5S", "xs:duration"),
                arguments(Duration.class, "PT0.0000000001S", "9 digits"),
                arguments(Duration.class, "PT9223372036854775808S", "xs:duration"),
                arguments(URI.class, "http://[", "xs:anyURI"),
                arguments(UUID.class, "1-1-1-1-1", "UUID"),
                arguments(byte[].class, "AQ!==", "xs:base64Binary"),
                arguments(byte[].class, "AQ", "xs:base64Binary"),
                arguments(byte[].class, "AR==", "xs:base64Binary"),
                arguments(byte[].class, "AQF=", "xs:base64Binary"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNoTextOfItsTypeIsRefused(Class<?> type, String text, String why) {
        assertThatThrownBy(() -> read(type, text))
                .isInstanceOf(ValueException.class)
                .hasMessageContaining("arg0")
                .hasMessageContaining(why);
    }

    /** Before the JDK reads it, whose time for digits grows with their square; a number of few bits, too. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                BigDecimal.class,
                BigInteger.class,
                byte.class,
                short.class,
                int.class,
                long.class,
                char.class,
                float.class,
                double.class,
                boolean.class,
                LocalDate.class,
                LocalDateTime.class,
                Instant.class,
                Duration.class,
                UUID.class
            })
    void aTextThatIsTooLongIsRefused(Class<?> type) {
        String digits = "0".repeat(1 << 16) + "1";
        for (String each : new String[] {digits, "." + digits, digits + "-01-01", "P" + digits + "D"}) {
            assertThatThrownBy(() -> read(type, each)).isInstanceOf(ValueException.class);
        }
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments(LocalDateTime.of(2026, 1, 2, 3, 4), "2026-01-02T03:04:00"),
                arguments(LocalDateTime.of(2026, 1, 2, 3, 4, 5, 500_000_000), "2026-01-02T03:04:05.5"),
                arguments(LocalDateTime.MAX, "999999999-12-31T23:59:59.999999999"),
                arguments(LocalDateTime.MIN, "-1000000000-01-01T00:00:00"),
                arguments(LocalDate.of(12026, 1, 2), "12026-01-02"),
                arguments(LocalDate.of(1, 1, 2), "0001-01-02"),
                arguments(LocalDate.of(0, 1, 2), "-0001-01-02"),
                arguments(LocalDate.of(-43, 3, 15), "-0044-03-15"),
                arguments(Instant.EPOCH, "1970-01-01T00:00:00Z"),
                arguments(Instant.parse("+12026-01-02T03:04:05.000000001Z"), "12026-01-02T03:04:05.000000001Z"),
                arguments(Duration.ofSeconds(-90), "-PT1M30S"),
                arguments(Duration.ofMillis(-500), "-PT0.5S"),
                arguments(Duration.ofMillis(-60_500), "-PT1M0.5S"),
                arguments(Duration.ZERO, "PT0S"),
                arguments(Duration.ofDays(2), "PT48H"),
                arguments(Duration.ofSeconds(Long.MIN_VALUE), "-PT2562047788015215H30M8S"),
                arguments(Float.POSITIVE_INFINITY, "INF"),
                arguments(Double.NaN, "NaN"),
                arguments(1e300, "1.0E300"),
                arguments(new BigDecimal("1E+3"), "1000"),
                arguments(new BigDecimal("1E-7"), "0.0000001"),
                arguments('a', "97"),
                arguments("Infinity", "Infinity"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsWrittenAsXmlSchemaHasIt(Object value, String text) throws ValueException {
        assertThat(written(value)).isEqualTo(text);
        assertThat(read(value.getClass(), text))
                .satisfies(read -> assertThat(written(read)).isEqualTo(text));
    }

    @Test
    void theLongestNumbersComeBack() throws ValueException {
        BigInteger integer = BigInteger.TEN.pow(2_500).subtract(BigInteger.ONE).negate();
        BigDecimal fraction = new BigDecimal(integer, 2_500);
        BigDecimal power = new BigDecimal("-1E+2499");
        assertThat(read(BigInteger.class, written(integer))).isEqualTo(integer);
        assertThat(read(BigDecimal.class, written(fraction))).isEqualTo(fraction);
        assertThat((BigDecimal) read(BigDecimal.class, written(power))).isEqualByComparingTo(power);
    }

    static Stream<Object> tooLong() {
        return Stream.of(
                BigInteger.TEN.pow(2_500),
                BigInteger.TEN.pow(2_500).negate(),
                BigInteger.ONE.shiftLeft(1 << 20),
                new BigDecimal("1E+2500"),
                new BigDecimal("1E-2501"),
                new BigDecimal(BigInteger.TEN.pow(2_500), 1),
                new BigDecimal("1E+2000000000"),
                new BigDecimal("1E-2000000000"));
    }

    @ParameterizedTest
    @MethodSource("tooLong")
    void aNumberOfTooManyDigitsIsNotWritten(Object value) {
        assertThatThrownBy(() -> written(value))
                .isInstanceOf(ValueException.class)
                .hasMessageContaining("2,500 digits");
    }

    @Test
    void aMomentThatHasNoYearOfTheJdkIsNotWritten() {
        assertThatThrownBy(() -> written(Instant.MAX))
                .isInstanceOf(ValueException.class)
                .hasMessageContaining("Instant");
    }

    @Test
    void whatTheTypesOfGeneratedClientsSayIsRead() throws Exception {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("GMT+05:30"));
        LocalDateTime local = LocalDateTime.of(2026, 1, 2, 3, 4);
        Instant instant = local.toInstant(ZoneOffset.ofHoursMinutes(5, 30));
        calendar.setTimeInMillis(instant.toEpochMilli());
        DatatypeFactory types = DatatypeFactory.newInstance();
        String dateTime = types.newXMLGregorianCalendar(calendar).toXMLFormat();
        assertThat(read(LocalDateTime.class, dateTime)).isEqualTo(local);
        assertThat(read(Instant.class, dateTime)).isEqualTo(instant);
        assertThat(read(Duration.class, types.newDuration(-90_500L).toString())).isEqualTo(Duration.ofMillis(-90_500));
    }
}
