package dev.assent.resources;

import dev.assent.core.NumberRange;
import java.util.OptionalLong;

/** A setting of a pool: its key, what it is for and why, its default, its unit and what is allowed. */
public interface PoolKey {
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

    /** What it counts; empty for a switch. */
    default String unit() {
        return definition().range().unit();
    }

    /** What holds when nothing is said; of a switch 1 for on. */
    default long defaultValue() {
        return definition().defaultValue();
    }

    /** What holds when nothing is said, as in a properties file. */
    default String defaultText() {
        return definition().defaultText();
    }

    /** What is allowed, for people. */
    default String allowed() {
        return definition().allowed();
    }

    /**
     * A number or a switch. The number of a switch is 1 for on and 0 for off.
     *
     * <p>Immutable and safe to share.
     *
     * @param key as in a properties file
     * @param documentation what it is for, and why
     * @param defaultValue what holds when nothing is said
     * @param range the numbers that are allowed
     */
    record Definition(String key, String documentation, long defaultValue, NumberRange range) {
        private static final NumberRange SWITCH = new NumberRange("", 0, 1);

        /** A switch. */
        public static Definition ofSwitch(String key, String documentation, boolean isOn) {
            return new Definition(key, documentation, isOn ? 1 : 0, SWITCH);
        }

        private boolean isSwitch() {
            return range.equals(SWITCH);
        }

        String defaultText() {
            return isSwitch() ? (defaultValue == 1 ? "on" : "off") : String.valueOf(defaultValue);
        }

        String allowed() {
            return isSwitch() ? "on or off" : range.allowed();
        }

        /** The number in a text; empty when it is none or is not allowed. */
        OptionalLong parse(String text) {
            if (!isSwitch()) {
                return range.parse(text);
            }
            return switch (text) {
                case "on" -> OptionalLong.of(1);
                case "off" -> OptionalLong.of(0);
                default -> OptionalLong.empty();
            };
        }
    }
}
