package dev.assent.server.log;

import dev.assent.server.CommandGroup;
import picocli.CommandLine.Command;

/** The command {@code log}. It does nothing by itself. Confined to one thread. */
@Command(
        name = "log",
        header = "Tells what is in doubt at a node, running or not, and does about it what an operator says.",
        description = {
            "",
            "A running node is asked through the socket in its log folder. Of a node that does not run the log is"
                    + " read, and joined with what the resources of its properties file say (--config).",
            "",
            "A transaction is named by its hexadecimal digits, by as many of the first as are unique, or by its short"
                    + " name, as in 0f3c9a2b-4-17. What an operator does is in audit.log in the log folder.",
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
