package dev.assent.server;

import dev.assent.core.message.Message;
import dev.assent.server.demo.DemoCommand;
import dev.assent.server.log.LogCommand;
import dev.assent.server.run.RunCommand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of all commands. It does nothing by itself. Confined to one thread. */
@Command(
        name = "assent",
        description = "Makes updates in several databases happen all together or not at all.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands (each has --help):%n",
        footer = {
            "",
            "./assent lab measures what it all costs; it is a program of its own, with its own --help.",
            "",
            "Exit status: 0 all is well, 1 a failure or a finding, 2 the command was not understood.",
            "ASSENT_JAVA_OPTS gives options to the JVM, JAVA_HOME chooses it, ASSENT_CLASS_PATH adds jars such as"
                    + " JDBC drivers."
        },
        versionProvider = ProjectVersion.class,
        subcommands = {DemoCommand.class, RunCommand.class, LogCommand.class})
final class AssentCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    private boolean version;

    @Override
    public void run() {
        CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
        throw new ParameterException(
                commandLine,
                Message.COMMAND_MISSING.text(
                        String.join(", ", commandLine.getSubcommands().keySet())));
    }
}
