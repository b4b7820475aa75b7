package dev.assent.server;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import java.io.PrintWriter;
import java.util.Set;
import picocli.CommandLine;

/** The program behind {@code ./assent}. */
public final class Main {
    /** The exit status of a successful command. */
    public static final int SUCCESS = 0;

    /** The exit status of a command that failed, or that found something wrong. */
    public static final int FAILURE = 1;

    /** The exit status of a command that was not understood; nothing was done. */
    public static final int MISUSE = 2;

    private static final int HELP_WIDTH = 100;

    private Main() {}

    /** Runs a command and ends the process with its exit status. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command line with all commands; confined to one thread. */
    static CommandLine commandLine() {
        return new CommandLine(new AssentCommand())
                .setUsageHelpWidth(HELP_WIDTH)
                .setParameterExceptionHandler(Main::misused)
                .setExecutionExceptionHandler(Main::failed);
    }

    private static int misused(CommandLine.ParameterException misuse, String[] arguments) {
        CommandLine command = misuse.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("assent: " + text(misuse));
        CommandLine.UnmatchedArgumentException.printSuggestions(misuse, err);
        err.println("See './" + command.getCommandSpec().qualifiedName() + " --help'.");
        return MISUSE;
    }

    /** The library says of an unknown command only where in the line it stands. */
    private static String text(CommandLine.ParameterException misuse) {
        Set<String> commands = misuse.getCommandLine().getSubcommands().keySet();
        if (misuse instanceof CommandLine.UnmatchedArgumentException unmatched && !commands.isEmpty()) {
            String first = unmatched.getUnmatched().get(0);
            if (!first.startsWith("-")) {
                return MESSAGES.commandUnknown(first, String.join(", ", commands));
            }
        }
        return String.valueOf(misuse.getMessage());
    }

    private static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        String text = failure.getMessage();
        command.getErr().println("assent: " + (text == null ? failure : text));
        return FAILURE;
    }
}
