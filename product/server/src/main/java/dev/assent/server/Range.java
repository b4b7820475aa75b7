package dev.assent.server;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The whole numbers an option may have. Immutable and safe to share.
 *
 * @param min the least one
 * @param max the greatest one
 */
public record Range(int min, int max) {
    /**
     * The number that was given for an option.
     *
     * @throws ParameterException that names the option, the value and what is allowed
     */
    public int check(CommandSpec spec, String option, String value) {
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // refused below, like a number out of range
        }
        throw OptionRefusal.of(spec, option, value, this);
    }

    @Override
    public String toString() {
        return min == max ? Integer.toString(min) : "a whole number from " + min + " to " + max;
    }
}
