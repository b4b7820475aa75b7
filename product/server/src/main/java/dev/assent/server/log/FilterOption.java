package dev.assent.server.log;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.core.operator.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of acts that can be about many transactions. Confined to one thread. */
final class FilterOption {
    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--where",
            paramLabel = "KEY=VALUE",
            order = 8,
            description = "Instead of TRANSACTION: all transactions in doubt that meet this condition; repeat the"
                    + " option for more conditions: standing=WORD, resource=NAME, node=DIGITS, before=TIME. Without"
                    + " --shown the command only shows what it would do, and prints a code for --shown.")
    private List<String> where = new ArrayList<>();

    @Option(
            names = "--shown",
            paramLabel = "CODE",
            order = 9,
            defaultValue = "",
            description = "With --where: do what was shown with this code; refused if it would be something else now.")
    private String shown = "";

    /**
     * The subject of the act.
     *
     * @param transaction the name that is given; empty for none
     */
    String subject(String transaction) {
        if (transaction.isEmpty() == where.isEmpty() || (where.isEmpty() && !shown.isEmpty())) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), MESSAGES.subjectNotNamed());
        }
        return where.isEmpty() ? transaction : Filter.subject(where, shown);
    }
}
