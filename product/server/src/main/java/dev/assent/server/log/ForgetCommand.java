package dev.assent.server.log;

import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code log forget}. Confined to one thread. */
@Command(
        name = "forget",
        header = "Forgets a heuristic outcome after you have repaired the data: tells the resources, then the log.",
        sortOptions = false)
final class ForgetCommand implements Callable<Integer> {
    @Mixin
    private final NodeOption node = new NodeOption();

    @Mixin
    private final ActOption act = new ActOption();

    @Mixin
    private final FilterOption filter = new FilterOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "TRANSACTION",
            defaultValue = "",
            description = "Its name, as 'log list' shows it.")
    private String transaction = "";

    @Option(
            names = "--lost",
            paramLabel = "RESOURCE",
            order = 7,
            description = "Say that this resource is lost for good. It is not told to forget, and a transaction"
                    + " that waits only for such resources is forgotten, whatever was decided. Give the option once"
                    + " for each resource.")
    private Set<String> lost = new LinkedHashSet<>();

    @Override
    public Integer call() {
        String subject = filter.subject(transaction);
        return node.ask(
                () -> new OperatorRequest(Verb.FORGET, subject, node.flags(act.isWhatIf(), false), act.reason(), lost),
                act.mayMake());
    }
}
