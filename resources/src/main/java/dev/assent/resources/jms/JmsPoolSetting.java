package dev.assent.resources.jms;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every setting of a JMS pool: its key, what it is for and why, its default, its unit and what is
 * allowed. In the order in which people need them. The reference page is generated from this.
 */
public enum JmsPoolSetting {
    /** {@code sessions-max}. */
    SESSIONS_MAX(
            "sessions-max",
            "How many sessions there are at most, each with a connection of its own; the one that recovery opens for"
                    + " itself comes on top. A transaction has one session of the pool, whatever it does.",
            "sessions",
            20,
            1,
            10_000),

    /** {@code acquisition-timeout-millis}. */
    ACQUISITION_TIMEOUT_MILLIS(
            "acquisition-timeout-millis",
            "How long a caller waits for a session while all are in use. Then it fails and is told who has held one for"
                    + " longest, since a caller that waits for ever tells nobody.",
            "milliseconds",
            5_000,
            1,
            3_600_000),

    /** {@code login-timeout-seconds}. */
    LOGIN_TIMEOUT_SECONDS(
            "login-timeout-seconds",
            "How long connecting may take, for callers and for recovery, so that a broker that accepts and says nothing"
                    + " holds nobody.",
            "seconds",
            10,
            1,
            3_600);

    private final String key;
    private final String documentation;
    private final String unit;
    private final int defaultValue;
    private final int min;
    private final int max;

    JmsPoolSetting(String key, String documentation, String unit, int defaultValue, int min, int max) {
        this.key = key;
        this.documentation = documentation;
        this.unit = unit;
        this.defaultValue = defaultValue;
        this.min = min;
        this.max = max;
    }

    /** The setting with this key; empty when there is none. */
    static Optional<JmsPoolSetting> of(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key.equals(key))
                .findFirst();
    }

    /** As in a properties file. */
    public String key() {
        return key;
    }

    /** What it is for, and why. */
    public String documentation() {
        return documentation;
    }

    /** What it counts. */
    public String unit() {
        return unit;
    }

    /** What holds when nothing is said. */
    public int defaultValue() {
        return defaultValue;
    }

    /** What is allowed, for people. */
    public String allowed() {
        return min + " to " + max + " " + unit;
    }

    /** The number in a text; empty when it is none or is not allowed. */
    Optional<Integer> parse(String text) {
        try {
            int number = Integer.parseInt(text);
            return number >= min && number <= max ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }
}
