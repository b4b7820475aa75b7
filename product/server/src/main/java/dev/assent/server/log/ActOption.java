package dev.assent.server.log;

import picocli.CommandLine.Option;

/** The options of all acts. Confined to one thread. */
final class ActOption {
    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            order = 4,
            defaultValue = "",
            description = "The reason, for the audit and the log; up to 500 characters.")
    private String reason = "";

    @Option(names = "--what-if", arity = "0", order = 5, description = "Show what it would do, and do nothing.")
    private boolean whatIf;

    @Option(
            names = "--new-log",
            arity = "0",
            order = 6,
            description = "Make a log if it is gone, and its folder if necessary, so that the act is on record.")
    private boolean mayMake;

    String reason() {
        return reason;
    }

    boolean isWhatIf() {
        return whatIf;
    }

    boolean mayMake() {
        return mayMake;
    }
}
