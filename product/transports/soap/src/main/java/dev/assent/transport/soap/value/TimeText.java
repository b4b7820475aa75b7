package dev.assent.transport.soap.value;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times in the form of XML Schema 1.0 (part 2, sections 3.2.6, 3.2.7 and 3.2.9). It has no year 0: its year -1 is the
 * one before 1, which is the JDK's 0. A value that a type of the JDK can't hold is refused. Only the offset of a local
 * time is dropped: the local time is the one that the sender's clocks show. An instant without an offset counts as UTC,
 * wherever the node runs. Pure functions.
 */
final class TimeText {
    /** The longest text; without surplus zeros, the longest one that the JDK can hold has 42 characters. */
    private static final int LENGTH_MAX = 100;

    private static final int FRACTION_DIGITS_MAX = 9;

    private static final String DAY = "(?<year>-?(?:[1-9]\\d{4,}|\\d{4}))-(?<month>\\d\\d)-(?<day>\\d\\d)";
    private static final String OFFSET = "(?<offset>Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?";
    private static final String FRACTION = "(?:\\.(?<fraction>\\d+))?";
    private static final Pattern DATE = Pattern.compile(DAY + OFFSET);
    private static final Pattern DATE_TIME =
            Pattern.compile(DAY + "T(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)" + FRACTION + OFFSET);
    private static final Pattern DURATION = Pattern.compile(
            "(?<sign>-?)P(?:(?<years>\\d+)Y)?(?:(?<months>\\d+)M)?(?:(?<days>\\d+)D)?(?:T(?:(?<hours>\\d+)H)?"
                    + "(?:(?<minutes>\\d+)M)?(?:(?<seconds>\\d+)" + FRACTION + "S)?)?(?<![PT])");
    private static final DateTimeFormatter MONTH_AND_DAY = DateTimeFormatter.ofPattern("-MM-dd", Locale.ROOT);

    private TimeText() {}

    // ---- reading

    static LocalDate readDate(String text) throws ValueException {
        return date(matched(text, DATE));
    }

    static LocalDateTime readLocal(String text) throws ValueException {
        return local(matched(text, DATE_TIME));
    }

    static Instant readInstant(String text) throws ValueException {
        Matcher found = matched(text, DATE_TIME);
        String offset = found.group("offset");
        LocalDateTime local = local(found);
        // by a local time of UTC, so that a year that can't be written is not read either
        return offset == null
                ? local.toInstant(ZoneOffset.UTC)
                : local.minusSeconds(ZoneOffset.of(offset).getTotalSeconds()).toInstant(ZoneOffset.UTC);
    }

    static Duration readDuration(String text) throws ValueException {
        Matcher found = matched(text, DURATION);
        if (part(found, "years") != 0 || part(found, "months") != 0) {
            throw new ValueException("years and months have no fixed length; a Duration is of days and less");
        }
        long nanos = nanos(found.group("fraction"));
        return Duration.ofDays(part(found, "days"))
                .plusHours(part(found, "hours"))
                .plusMinutes(part(found, "minutes"))
                .plusSeconds(part(found, "seconds"))
                .plusNanos(found.group("sign").isEmpty() ? nanos : -nanos);
    }

    private static Matcher matched(String text, Pattern form) throws ValueException {
        if (text.length() > LENGTH_MAX) {
            throw new ValueException("a time has " + LENGTH_MAX + " characters at most");
        }
        Matcher found = form.matcher(text);
        if (!found.matches()) {
            throw new DateTimeException(text);
        }
        return found;
    }

    private static LocalDate date(Matcher found) {
        int year = Integer.parseInt(found.group("year"));
        if (year == 0) {
            throw new DateTimeException("year 0");
        }
        return LocalDate.of(
                year < 0 ? year + 1 : year,
                Integer.parseInt(found.group("month")),
                Integer.parseInt(found.group("day")));
    }

    private static LocalDateTime local(Matcher found) throws ValueException {
        int hour = Integer.parseInt(found.group("hour"));
        int minute = Integer.parseInt(found.group("minute"));
        int second = Integer.parseInt(found.group("second"));
        int nano = nanos(found.group("fraction"));
        boolean isEndOfDay = hour == 24 && minute == 0 && second == 0 && nano == 0;
        return isEndOfDay ? date(found).plusDays(1).atStartOfDay() : date(found).atTime(hour, minute, second, nano);
    }

    private static int nanos(@Nullable String fraction) throws ValueException {
        if (fraction == null) {
            return 0;
        }
        String padded = fraction + "0".repeat(FRACTION_DIGITS_MAX);
        if (!padded.substring(FRACTION_DIGITS_MAX).matches("0*")) {
            throw new ValueException("a second has " + FRACTION_DIGITS_MAX + " digits behind its point at most");
        }
        return Integer.parseInt(padded.substring(0, FRACTION_DIGITS_MAX));
    }

    /** Reads a part with the sign of the whole, since the smallest value has no positive counterpart. */
    private static long part(Matcher found, String name) {
        String digits = found.group(name);
        return digits == null ? 0 : Long.parseLong(found.group("sign") + digits);
    }

    // ---- writing

    static String writeDate(LocalDate value) {
        int year = value.getYear() > 0 ? value.getYear() : 1 - value.getYear();
        String digits = Integer.toString(year);
        String sign = value.getYear() > 0 ? "" : "-";
        return sign + "0".repeat(Math.max(0, 4 - digits.length())) + digits + MONTH_AND_DAY.format(value);
    }

    /** Always with seconds, which the JDK omits if they are 0. */
    static String writeLocal(LocalDateTime value) {
        LocalTime time = value.toLocalTime();
        return writeDate(value.toLocalDate()) + "T" + DateTimeFormatter.ISO_LOCAL_TIME.format(time);
    }

    static String writeInstant(Instant value) throws ValueException {
        try {
            return writeLocal(LocalDateTime.ofInstant(value, ZoneOffset.UTC)) + "Z";
        } catch (DateTimeException outside) {
            throw new ValueException("an Instant is carried from " + LocalDateTime.MIN + " to " + LocalDateTime.MAX);
        }
    }

    /** With one sign at the front; the JDK has one at each part. */
    static String writeDuration(Duration value) {
        String text = value.toString();
        return value.isNegative() ? "-" + text.replace("-", "") : text;
    }
}
