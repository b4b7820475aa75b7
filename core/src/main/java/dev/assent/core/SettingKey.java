package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import java.util.List;
import java.util.function.Predicate;

/** A setting of a part of a node: of core, of a pool, of a transport. Implemented by enums, so immutable and safe to share. */
public interface SettingKey {
    /** All that is said about it. */
    Definition definition();

    /** As in a properties file. */
    default String key() {
        return definition().key();
    }

    /** What it is for, and why. */
    default String documentation() {
        return definition().documentation();
    }

    /** What holds when nothing is said. */
    default String defaultValue() {
        return definition().defaultValue();
    }

    /** The unit of a number; empty for a text. */
    default String unit() {
        return definition().values().unit();
    }

    /** What is allowed, for people. */
    default String allowed() {
        return definition().values().allowed();
    }

    /** Whether a value may be given. */
    default boolean isAllowed(String value) {
        return definition().values().test().test(value);
    }

    /**
     * Checks a value.
     *
     * @throws IllegalArgumentException with the key, the value and what is allowed
     */
    default void check(String value) {
        check(key(), value);
    }

    /**
     * Checks a value that is given by another key.
     *
     * @throws IllegalArgumentException with that key, the value and what is allowed
     */
    default void check(String givenBy, String value) {
        if (!isAllowed(value)) {
            throw new IllegalArgumentException(MESSAGES.settingRefused(givenBy, value, allowed()));
        }
    }

    /**
     * What is said about a setting. Immutable and safe to share.
     *
     * @param key as in a properties file
     * @param documentation what it is for, and why
     * @param defaultValue what holds when nothing is said
     * @param values those that are allowed
     */
    record Definition(String key, String documentation, String defaultValue, Values values) {
        /** Of a number. */
        public static Definition ofNumber(String key, String documentation, long defaultValue, NumberRange range) {
            Values values = new Values(
                    range.unit(), range.allowed(), value -> range.parse(value).isPresent());
            return new Definition(key, documentation, Long.toString(defaultValue), values);
        }

        /** Of something that is on or off. */
        public static Definition ofSwitch(String key, String documentation, boolean isOn) {
            Values values = Values.ofTexts("true or false", List.of("true", "false")::contains);
            return new Definition(key, documentation, Boolean.toString(isOn), values);
        }
    }

    /**
     * The values that are allowed. Immutable and safe to share.
     *
     * @param unit of numbers; empty for texts
     * @param allowed which they are, for people
     * @param test whether a value is one of them; a pure function
     */
    record Values(String unit, String allowed, Predicate<String> test) {
        /** Texts. */
        public static Values ofTexts(String allowed, Predicate<String> test) {
            return new Values("", allowed, test);
        }
    }
}
