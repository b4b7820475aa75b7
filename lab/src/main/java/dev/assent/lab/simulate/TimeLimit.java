package dev.assent.lab.simulate;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time as people write it: a number and its unit. Immutable. */
final class TimeLimit implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,7})(s|m|h)");
    private static final Duration MAX = Duration.ofHours(1000);

    @Override
    public Duration convert(String value) {
        Matcher read = FORM.matcher(value);
        Duration time = Duration.ZERO;
        if (read.matches()) {
            long number = Long.parseLong(read.group(1));
            time = switch (read.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
            };
        }
        if (time.isZero() || time.compareTo(MAX) > 0) {
            throw new TypeConversionException(MESSAGES.simulateTimeRefused(value));
        }
        return time;
    }
}
