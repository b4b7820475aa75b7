package dev.assent.server.log;

import dev.assent.core.operator.Request;
import dev.assent.core.operator.Request.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code log adopt}. Confined to one thread. */
@Command(
        name = "adopt",
        header = "Makes the branches of another node this node's, when that node is gone for good.",
        description = {
            "",
            "When the log of that node is kept aside in the log folder, what it decided is followed. Branches without a"
                    + " decision wait to be resolved, each by 'log resolve'.",
            ""
        },
        sortOptions = false)
final class AdoptCommand implements Callable<Integer> {
    @Mixin
    private final NodeOption node = new NodeOption();

    @Mixin
    private final ActOption act = new ActOption();

    @Parameters(paramLabel = "NODE", description = "Its hexadecimal digits, or the first of them, as 'log list' tells.")
    private String adopted = "";

    @Option(
            names = "--log-is-whole",
            arity = "0",
            order = 7,
            description = "You vouch that the log that is kept aside is the node's last and no older copy, as when its"
                    + " folder was moved: then branches without a decision are rolled back.")
    private boolean whole;

    @Override
    public Integer call() {
        return node.ask(
                () -> new Request(Verb.ADOPT, adopted, node.flags(act.isWhatIf(), whole), act.reason()), act.mayMake());
    }
}
