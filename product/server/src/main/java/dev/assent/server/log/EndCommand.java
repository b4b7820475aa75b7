package dev.assent.server.log;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code log end}. Confined to one thread. */
@Command(
        name = "end",
        header = "Rolls back work that runs on a running node and has not voted.",
        description = {
            "",
            "The work is rolled back as if its timeout were over: it takes no more calls, and the process that began it"
                    + " gets an error which names the operator. Work that has voted is left alone, since its superior"
                    + " may have decided to commit it.",
            ""
        },
        sortOptions = false)
final class EndCommand implements Callable<Integer> {
    @Mixin
    private final NodeOption node = new NodeOption();

    @Mixin
    private final ActOption act = new ActOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "TRANSACTION",
            description = "Its name, as the node's messages and 'log show' print it.")
    private String transaction = "";

    @Option(
            names = "--of",
            paramLabel = "NAME",
            order = 7,
            description =
                    "End all work of this client or superior that has not voted, instead of one transaction. NAME is as"
                            + " the node's messages and 'log show' print it, or a client's host. Without TRANSACTION"
                            + " and --of, --what-if shows all names and how much work each has.")
    private String of = "";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        boolean isList = transaction.isEmpty() && of.isEmpty() && act.isWhatIf();
        if (transaction.isEmpty() == of.isEmpty() && !isList) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), MESSAGES.endNotNamed());
        }
        boolean isAll = transaction.isEmpty();
        return node.ask(
                () -> new OperatorRequest(
                        isAll ? Verb.END_ALL_OF : Verb.END,
                        isAll ? of : transaction,
                        node.flags(act.isWhatIf(), false),
                        act.reason()),
                false);
    }
}
