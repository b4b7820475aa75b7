package dev.assent.core;

import java.util.OptionalLong;

/**
 * The whole numbers that a setting may have.
 *
 * <p>Immutable and safe to share.
 *
 * @param unit what they count
 * @param min the smallest
 * @param max the largest
 */
public record NumberRange(String unit, long min, long max) {
    /** What is allowed, for people. */
    public String allowed() {
        return min + " to " + max + " " + unit;
    }

    /** The number in a text; empty when it is none or is not allowed. */
    public OptionalLong parse(String text) {
        try {
            long number = Long.parseLong(text);
            return number >= min && number <= max ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException notANumber) {
            return OptionalLong.empty();
        }
    }
}
