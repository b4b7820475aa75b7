package dev.assent.server.log;

import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code log show}. Confined to one thread. */
@Command(name = "show", header = "Shows all about one transaction and its branches.", sortOptions = false)
final class ShowCommand implements Callable<Integer> {
    @Mixin
    private final NodeOption node = new NodeOption();

    @Parameters(paramLabel = "TRANSACTION", description = "Its name, as 'list' shows it.")
    private String transaction = "";

    @Option(names = "--what-if", arity = "0", order = 4, description = "Show what each resolution would do.")
    private boolean whatIf;

    @Override
    public Integer call() {
        return node.ask(() -> new OperatorRequest(Verb.SHOW, transaction, node.flags(whatIf, false), ""), false);
    }
}
