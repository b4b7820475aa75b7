package dev.assent.server.log;

import dev.assent.core.operator.Request;
import dev.assent.core.operator.Request.Verb;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code log resolve}. Confined to one thread. */
@Command(
        name = "resolve",
        header = "Decides about branches that nobody else can decide: commits them or rolls them back.",
        description = {
            "",
            "The resolution is forced to the log before anything is done. Of a transaction that is decided, the same"
                    + " resolution finishes what is left now; the other one is refused.",
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

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private final NodeOption node = new NodeOption();

    @Mixin
    private final ActOption act = new ActOption();

    @Parameters(index = "0", paramLabel = "TRANSACTION", description = "Its name, as 'log list' tells it.")
    private String transaction = "";

    @Parameters(index = "1", paramLabel = "commit|rollback", description = "Which way.")
    private Way way = Way.ROLLBACK;

    @Override
    public Integer call() {
        return node.ask(
                () -> new Request(way.verb, transaction, node.flags(act.isWhatIf(), false), act.reason()),
                act.mayMake());
    }
}
