package dev.assent.server;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses a value that an option may not have. Has no state. */
public final class OptionRefusal {
    private OptionRefusal() {}

    /** The exception to throw: it names the option, the value and what is allowed. */
    public static ParameterException of(CommandSpec spec, String option, String value, Object allowed) {
        return new ParameterException(spec.commandLine(), MESSAGES.optionRefused(option, value, allowed));
    }
}
