package dev.assent.server.log;

import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code log list}. Confined to one thread. */
@Command(name = "list", header = "Lists what is in doubt, since when and why.", sortOptions = false)
final class ListCommand implements Callable<Integer> {
    @Mixin
    private final NodeOption node = new NodeOption();

    @Option(names = "--what-if", arity = "0", order = 4, description = "Show what each resolution would do.")
    private boolean whatIf;

    @Override
    public Integer call() {
        return node.ask(() -> new OperatorRequest(Verb.LIST, "", node.flags(whatIf, false), ""), false);
    }
}
