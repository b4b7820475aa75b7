package dev.assent.core;

import java.util.OptionalLong;

/**
 * The whole numbers that a setting may have.
 *
 * <p>Immutable and safe to share.
 *
 * @param unit of the number
 * @param min the smallest
 * @param max the largest
 */
public record NumberRange(String unit, long min, long max) {
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
