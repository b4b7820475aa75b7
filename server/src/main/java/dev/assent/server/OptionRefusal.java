package dev.assent.server;

import dev.assent.core.message.Message;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses a value that an option may not have. Has no state. */
public final class OptionRefusal {
    private OptionRefusal() {}

    /** The exception to throw: it names the option, the value and what is allowed. */
    public static ParameterException of(CommandSpec spec, String option, String value, Object allowed) {
        return new ParameterException(spec.commandLine(), Message.OPTION_REFUSED.text(option, value, allowed));
    }
}
