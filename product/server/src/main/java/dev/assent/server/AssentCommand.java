package dev.assent.server;

import dev.assent.server.demo.DemoCommand;
import dev.assent.server.demo.ExplainCommand;
import dev.assent.server.log.LogCommand;
import dev.assent.server.run.CoordinatorCommand;
import dev.assent.server.run.RunCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The root of all commands. It does nothing by itself. Confined to one thread. */
@Command(
        name = "assent",
        description = "Makes updates in several databases happen all together or not at all.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands (each has --help):%n",
        footer = {
            "",
            "./assent lab measures the costs, ./assent simulate runs simulated worlds; each has its own --help.",
            "",
            "Exit status: 0 all is well, 1 a failure or a finding, 2 the command was not understood.",
            "ASSENT_JAVA_OPTS gives options to the JVM, JAVA_HOME chooses it, ASSENT_CLASS_PATH adds jars such as"
                    + " JDBC drivers."
        },
        versionProvider = ProjectVersion.class,
        subcommands = {
            DemoCommand.class,
            ExplainCommand.class,
            RunCommand.class,
            CoordinatorCommand.class,
            LogCommand.class
        })
final class AssentCommand extends CommandGroup {
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    private boolean version;
}
