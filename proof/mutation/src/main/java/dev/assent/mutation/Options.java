package dev.assent.mutation;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * What a run does. Immutable.
 *
 * @param module the folder of the module whose tests have the class path that all tests need; the report goes to its
 *     {@code target/mutation}
 * @param main the folder of the compiled classes; some of them are changed
 * @param tests the folders of the compiled tests
 * @param classes the names, or their beginnings, of the classes that are changed; after a {@code !}, of those that are
 *     left out
 * @param sample how many mutants are tried, 0 for all
 * @param seed chooses the mutants of the sample, and the samples that tests try
 * @param minutes after which no further mutant is tried, 0 for no limit
 * @param threads how many JVMs run tests at the same time
 * @param slackSeconds a test class may take so much longer than three times its time without a mutant
 * @param tier the tests that run of each class: fast or full
 * @param reuse how many mutants one JVM tries, one after the other
 */
record Options(
        Path module,
        Path main,
        List<Path> tests,
        List<String> classes,
        int sample,
        long seed,
        int minutes,
        int threads,
        int slackSeconds,
        String tier,
        int reuse) {
    private static final String PREFIX = "mutation.";

    /**
     * Reads the properties {@code mutation.module}, {@code mutation.classes} and so on.
     *
     * @throws IllegalArgumentException if one has a value that is not allowed
     */
    static Options read(Properties from) {
        Path module = Path.of(from.getProperty(PREFIX + "module", "")).toAbsolutePath();
        return new Options(
                module,
                module.resolve(from.getProperty(PREFIX + "main", "target/classes"))
                        .normalize(),
                list(from, "tests", "target/test-classes").stream()
                        .map(each -> module.resolve(each).normalize())
                        .toList(),
                list(from, "classes", "dev.assent."),
                (int) number(from, "sample", 500, 0, Integer.MAX_VALUE),
                number(from, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
                (int) number(from, "minutes", 0, 0, 10_000),
                (int) number(from, "threads", 1, 1, 64),
                (int) number(from, "slack", 10, 0, 3_600),
                tier(from),
                (int) number(from, "reuse", 25, 1, 1_000));
    }

    private static List<String> list(Properties from, String key, String byDefault) {
        return Arrays.stream(from.getProperty(PREFIX + key, byDefault).split(","))
                .map(String::strip)
                .toList();
    }

    private static String tier(Properties from) {
        String value = from.getProperty(PREFIX + "tier", "fast");
        if (!List.of("fast", "full").contains(value)) {
            throw new IllegalArgumentException(
                    "property '" + PREFIX + "tier' has the value '" + value + "'; allowed: fast, full");
        }
        return value;
    }

    private static long number(Properties from, String key, long byDefault, long min, long max) {
        String value = from.getProperty(PREFIX + key, Long.toString(byDefault));
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // as if it were out of range
        }
        throw new IllegalArgumentException("property '" + PREFIX + key + "' has the value '" + value
                + "'; allowed: a whole number from " + min + " to " + max);
    }

    /** Whether the class is to be changed. */
    boolean changes(String name) {
        return classes.stream().anyMatch(name::startsWith)
                && classes.stream().noneMatch(each -> each.startsWith("!") && name.startsWith(each.substring(1)));
    }

    /** The module whose classes are changed. */
    Path changed() {
        return main.resolve("../..").normalize();
    }

    /** The folder of the report and of what JVMs print. */
    Path out() {
        return module.resolve("target").resolve("mutation");
    }
}
