package dev.assent.server.log;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code log resolve}. Confined to one thread. */
@Command(
        name = "resolve",
        header = "Decides about branches that no other party can decide: commits them or rolls them back.",
        description = {
            "",
            "The resolution is forced to the log before anything is done. If the transaction is decided already, the"
                    + " same resolution finishes what is left; the opposite one is refused.",
            ""
        },
        sortOptions = false)
final class ResolveCommand implements Callable<Integer> {
    /** The two ways. */
    enum Way {
        COMMIT(Verb.COMMIT),
        ROLLBACK(Verb.ROLLBACK);

        private final Verb verb;

        Way(Verb verb) {
            this.verb = verb;
        }

        static Way of(String word, CommandSpec spec) {
            return Arrays.stream(values())
                    .filter(each -> each.toString().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(spec.commandLine(), MESSAGES.wayNotNamed(word)));
        }

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final NodeOption node = new NodeOption();

    @Mixin
    private final ActOption act = new ActOption();

    @Mixin
    private final FilterOption filter = new FilterOption();

    @Parameters(
            index = "0",
            paramLabel = "TRANSACTION",
            description = "Its name, as 'log list' shows it; left out with --where.")
    private String first = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "commit|rollback", description = "Which way.")
    private @Nullable Way second;

    @Override
    public Integer call() {
        boolean isAlone = second == null; // then the first word is the way, and --where names the transactions
        Verb verb = (second == null ? Way.of(first, Objects.requireNonNull(spec)) : second).verb;
        String subject = filter.subject(isAlone ? "" : first);
        return node.ask(
                () -> new OperatorRequest(verb, subject, node.flags(act.isWhatIf(), false), act.reason()),
                act.mayMake());
    }
}
