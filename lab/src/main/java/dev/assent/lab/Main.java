package dev.assent.lab;

import dev.assent.lab.commit.CommitCostCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the lab: {@code ./assent lab}. */
@Command(
        name = "assent lab",
        description = "Measures, beside a peer or a physical limit in the same run.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CommitCostCommand.class)
public final class Main implements Runnable {
    /** Runs a command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }

    /** Without a command: the help. */
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
