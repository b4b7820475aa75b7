package dev.assent.transport.soap.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Numbers in the form of XML Schema 1.0 (part 2, sections 3.2.3 to 3.2.5 and 3.3.13). The JDK also accepts other forms:
 * decimals with an exponent, digits of other scripts, {@code 1d}, {@code 0x1p3}. Pure functions.
 */
final class NumberText {
    /**
     * How many digits a number may have; a key of 8,192 bits has 2,467. The JDK's time grows with the square of this
     * number, so without a bound one message could keep a thread busy for minutes.
     */
    private static final int DIGITS_MAX = 2_500;
    /** With a sign, a point, and a zero before it. */
    private static final int LENGTH_MAX = DIGITS_MAX + 3;
    /** A number with more bits has too many digits. */
    private static final int BITS_MAX = BigInteger.TEN.pow(DIGITS_MAX).bitLength();

    private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)");
    private static final Pattern FLOAT = Pattern.compile(DECIMAL + "(?:[eE][+-]?\\d+)?");
    /** Infinities and NaN, also with the plus sign of XML Schema 1.1. */
    private static final Map<String, Double> NO_FINITE = Map.of(
            "INF", Double.POSITIVE_INFINITY,
            "+INF", Double.POSITIVE_INFINITY,
            "-INF", Double.NEGATIVE_INFINITY,
            "NaN", Double.NaN);

    private NumberText() {}

    // ---- reading

    /** Checks the text of an integer, before the JDK reads it. */
    static String integer(String text) throws ValueException {
        return checked(text, INTEGER);
    }

    static BigInteger readInteger(String text) throws ValueException {
        BigInteger read = new BigInteger(integer(text));
        checkDigits(read);
        return read;
    }

    static BigDecimal readDecimal(String text) throws ValueException {
        BigDecimal read = new BigDecimal(checked(text, DECIMAL));
        checkDigits(read);
        return read;
    }

    static Float readFloat(String text) throws ValueException {
        Double special = NO_FINITE.get(text);
        return special == null ? Float.valueOf(checked(text, FLOAT)) : Float.valueOf(special.floatValue());
    }

    static Double readDouble(String text) throws ValueException {
        Double special = NO_FINITE.get(text);
        return special == null ? Double.valueOf(checked(text, FLOAT)) : special;
    }

    /** Checks the length first, so that nothing takes long. */
    private static String checked(String text, Pattern form) throws ValueException {
        if (text.length() > LENGTH_MAX) {
            throw tooLong();
        }
        if (!form.matcher(text).matches()) {
            throw new NumberFormatException(text);
        }
        return text;
    }

    // ---- writing

    static String writeInteger(BigInteger value) throws ValueException {
        checkDigits(value);
        return value.toString();
    }

    static String writeDecimal(BigDecimal value) throws ValueException {
        checkDigits(value);
        return value.toPlainString();
    }

    /** A float or a double. */
    static String writeFloating(Object value) {
        return value.toString().replace("Infinity", "INF");
    }

    private static void checkDigits(BigInteger value) throws ValueException {
        if (value.bitLength() > BITS_MAX) {
            throw tooLong();
        }
        checkDigits(new BigDecimal(value));
    }

    /** Checks without making the text, which is very long for a large exponent. */
    private static void checkDigits(BigDecimal value) throws ValueException {
        if (value.unscaledValue().bitLength() > BITS_MAX) { // precision() itself would take long for these
            throw tooLong();
        }
        long digits = Math.max(value.scale(), value.precision() - Math.min(0L, value.scale()));
        if (digits > DIGITS_MAX) {
            throw tooLong();
        }
    }

    private static ValueException tooLong() {
        return new ValueException(String.format(Locale.ROOT, "a number has %,d digits at most", DIGITS_MAX));
    }
}
