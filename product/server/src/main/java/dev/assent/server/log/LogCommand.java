package dev.assent.server.log;

import dev.assent.server.CommandGroup;
import picocli.CommandLine.Command;

/** The command {@code log}. It does nothing by itself. Confined to one thread. */
@Command(
        name = "log",
        header = "Shows what is in doubt at a node, running or not, and carries out an operator's decisions.",
        description = {
            "",
            "A running node answers through the socket in its log folder. If the node does not run, this command reads"
                    + " its log, and joins it with what the resources in its properties file say (--config).",
            "",
            "Name a transaction by its hexadecimal digits, by as many of the first ones as are unique, or by its short"
                    + " name, as in 0f3c9a2b-4-17. The file audit.log in the log folder records what operators do.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands (each has --help):%n",
        footer = {
            "",
            "Exit status: 0 nothing is in doubt, or the act is done; 1 something is in doubt or unknown, or the act is"
                    + " refused or waits for a resource; 2 the command was not understood."
        },
        subcommands = {
            ListCommand.class,
            ShowCommand.class,
            ResolveCommand.class,
            ForgetCommand.class,
            EndCommand.class,
            AdoptCommand.class
        })
public final class LogCommand extends CommandGroup {}
