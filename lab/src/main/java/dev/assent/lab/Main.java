package dev.assent.lab;

import dev.assent.lab.call.LocalCallCommand;
import dev.assent.lab.commit.CommitCostCommand;
import dev.assent.lab.ping.PingCommand;
import dev.assent.lab.pool.PoolCostCommand;
import dev.assent.lab.run.CompareCommand;
import dev.assent.lab.run.ListCommand;
import dev.assent.lab.run.QueryCommand;
import dev.assent.lab.run.ReportCommand;
import dev.assent.lab.run.RunCommand;
import dev.assent.lab.simulate.SimulateCommand;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the lab: {@code ./assent lab}, and {@code ./assent simulate}. */
@Command(
        name = "assent lab",
        description = "Measures what Assent costs, next to another product or a physical limit in the same run; also"
                + " runs the simulator.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CommitCostCommand.class,
            LocalCallCommand.class,
            PingCommand.class,
            PoolCostCommand.class,
            CompareCommand.class,
            ListCommand.class,
            QueryCommand.class,
            ReportCommand.class,
            RunCommand.class,
            SimulateCommand.class
        })
public final class Main implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** Runs a command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::failed)
                .execute(arguments));
    }

    /**
     * Bad input, and a refusal of the system, become a message; any other failure is a bug of the lab, and appears as
     * it is.
     */
    private static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        if (!(failure instanceof IllegalArgumentException || failure instanceof IOException)) {
            throw failure;
        }
        command.getErr().println("lab: " + failure.getMessage());
        return failure instanceof IllegalArgumentException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }

    /** Without a command: the help. */
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
