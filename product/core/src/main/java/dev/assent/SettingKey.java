package dev.assent;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** A setting of a part of a node: of core, of a pool, of a transport. Implemented by enums, so immutable and safe to share. */
public interface SettingKey {
    /** The definition of the setting. */
    Definition definition();

    /** The key in a properties file. */
    default String key() {
        return definition().key();
    }

    /** Its purpose, and why. */
    default String documentation() {
        return definition().documentation();
    }

    /** Its default value. */
    default String defaultValue() {
        return definition().defaultValue();
    }

    /** The unit of a number; empty for a text. */
    default String unit() {
        return definition().values().unit();
    }

    /** The allowed values, for people. */
    default String allowed() {
        return definition().values().allowed();
    }

    /** Whether a value is allowed. */
    default boolean isAllowed(String value) {
        return definition().values().test().test(value);
    }

    /**
     * Checks a value.
     *
     * @throws IllegalArgumentException with the key, the value and the allowed values
     */
    default void check(String value) {
        check(key(), value);
    }

    /**
     * Checks a value that has another key.
     *
     * @throws IllegalArgumentException with that key, the value and the allowed values
     */
    default void check(String givenBy, String value) {
        if (!isAllowed(value)) {
            throw new IllegalArgumentException(MESSAGES.settingRefused(givenBy, value, allowed()));
        }
    }

    /**
     * The definition of a setting. Immutable and safe to share.
     *
     * @param key in a properties file
     * @param documentation its purpose, and why
     * @param defaultValue its value if none is given
     * @param values the allowed ones
     */
    record Definition(String key, String documentation, String defaultValue, Values values) {
        /** For a number. */
        public static Definition ofNumber(String key, String documentation, long defaultValue, NumberRange range) {
            Values values = new Values(
                    range.unit(), range.allowed(), value -> range.parse(value).isPresent());
            return new Definition(key, documentation, Long.toString(defaultValue), values);
        }

        /** For a switch, on or off. */
        public static Definition ofSwitch(String key, String documentation, boolean isOn) {
            Values values = Values.ofTexts("true or false", List.of("true", "false")::contains);
            return new Definition(key, documentation, Boolean.toString(isOn), values);
        }
    }

    /**
     * The allowed values. Immutable and safe to share.
     *
     * @param unit of numbers; empty for texts
     * @param allowed the values, for people
     * @param test whether a value is allowed; a pure function
     */
    record Values(String unit, String allowed, Predicate<String> test) {
        /** Texts. */
        public static Values ofTexts(String allowed, Predicate<String> test) {
            return new Values("", allowed, test);
        }
    }

    /**
     * The whole numbers that a setting may have.
     *
     * <p>Immutable and safe to share.
     *
     * @param unit of the number
     * @param min the smallest
     * @param max the largest
     */
    record NumberRange(String unit, long min, long max) {
        /** The allowed numbers, for people. */
        public String allowed() {
            return min + " to " + max + " " + unit;
        }

        /** The number in a text; empty if the text is not an allowed number. */
        public OptionalLong parse(String text) {
            try {
                long number = Long.parseLong(text);
                return number >= min && number <= max ? OptionalLong.of(number) : OptionalLong.empty();
            } catch (NumberFormatException notANumber) {
                return OptionalLong.empty();
            }
        }
    }
}
