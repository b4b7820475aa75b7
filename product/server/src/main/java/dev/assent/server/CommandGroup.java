package dev.assent.server;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does nothing by itself: it needs one of its commands. Confined to one thread. */
public abstract class CommandGroup implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final HelpOption help = new HelpOption();

    /** Made by picocli. */
    protected CommandGroup() {}

    @Override
    public final void run() {
        CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
        throw new ParameterException(
                commandLine,
                MESSAGES.commandMissing(
                        String.join(", ", commandLine.getSubcommands().keySet())));
    }
}
