package dev.assent.lab.run;

import dev.assent.core.message.Message;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.invocations.TransactionalInvocations;
import dev.assent.lab.paper.Paper;
import java.util.List;
import java.util.stream.Collectors;

/** The papers, and all of their experiments, in their order. */
public final class Experiments {
    /** A paper joins here. */
    static final List<Paper> PAPERS = List.of(new TransactionalInvocations());

    /** No two have one name. */
    public static final List<Experiment> ALL =
            PAPERS.stream().flatMap(each -> each.experiments().stream()).toList();

    private Experiments() {}

    /**
     * Those of these names; {@code all} is all.
     *
     * @throws IllegalArgumentException with the names that there are, when one is not among them
     */
    static List<Experiment> of(List<String> names) {
        if (names.contains("all")) {
            return ALL;
        }
        return names.stream().map(Experiments::of).toList();
    }

    /** The one of this name; as {@link #of(List)}. */
    public static Experiment of(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow(() -> {
            String names = ALL.stream().map(Experiment::name).collect(Collectors.joining(", "));
            return new IllegalArgumentException(Message.LAB_NAME_REFUSED.text("experiment", name, names + ", all"));
        });
    }
}
