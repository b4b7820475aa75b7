package dev.assent.server.log;

import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code log adopt}. Confined to one thread. */
@Command(
        name = "adopt",
        header = "Takes over the branches of another node that is gone for good.",
        description = {
            "",
            "If the log of that node is kept aside in the log folder, this node follows the decisions in it. Branches"
                    + " without a decision wait until 'log resolve' resolves each.",
            ""
        },
        sortOptions = false)
final class AdoptCommand implements Callable<Integer> {
    @Mixin
    private final NodeOption node = new NodeOption();

    @Mixin
    private final ActOption act = new ActOption();

    @Parameters(paramLabel = "NODE", description = "Its hexadecimal digits, or the first of them, as 'log list' shows.")
    private String adopted = "";

    @Option(
            names = "--log-is-whole",
            arity = "0",
            order = 7,
            description = "Say that the log kept aside is the last one of the node and not an older copy, as"
                    + " after its folder was moved. Then branches without a decision are rolled back.")
    private boolean whole;

    @Override
    public Integer call() {
        return node.ask(
                () -> new OperatorRequest(Verb.ADOPT, adopted, node.flags(act.isWhatIf(), whole), act.reason()),
                act.mayMake());
    }
}
