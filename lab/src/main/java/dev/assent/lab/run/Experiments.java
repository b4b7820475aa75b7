package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.invocations.TransactionalInvocations;
import dev.assent.lab.paper.Paper;
import java.util.List;
import java.util.stream.Collectors;

/** The papers, and all of their experiments, in their order. */
public final class Experiments {
    /** A paper joins here. */
    static final List<Paper> PAPERS = List.of(new TransactionalInvocations());

    /** No two have one name; an experiment whose name another paper has, too, is {@code PAPER/NAME}. */
    public static final List<Experiment> ALL =
            PAPERS.stream().flatMap(each -> each.experiments().stream()).toList();

    /** Stands for all experiments, or, after the name of a paper, for all of that paper. */
    static final String EACH = "all";

    private static final String BETWEEN = "/";

    private Experiments() {}

    /**
     * Those of these names, each once; {@code all} is all, and {@code PAPER/all} all of a paper.
     *
     * @throws IllegalArgumentException with the names that there are, when one is not among them
     */
    static List<Experiment> of(List<String> names) {
        return of(names, ALL);
    }

    /** As above, of these. */
    static List<Experiment> of(List<String> names, List<Experiment> all) {
        return names.stream()
                .flatMap(each -> those(each, all).stream())
                .distinct()
                .toList();
    }

    private static List<Experiment> those(String name, List<Experiment> all) {
        if (name.equals(EACH)) {
            return all;
        }
        List<Experiment> found = name.endsWith(BETWEEN + EACH)
                ? all.stream()
                        .filter(each -> each.name().startsWith(name.substring(0, name.length() - EACH.length())))
                        .toList()
                : named(name, all);
        if (found.isEmpty()) {
            throw new IllegalArgumentException(MESSAGES.nameRefused("experiment", name, names(all) + ", " + EACH));
        }
        return found;
    }

    /** The experiments of this name, or with this name in the only paper that has it. */
    private static List<Experiment> named(String name, List<Experiment> all) {
        List<Experiment> exactly =
                all.stream().filter(each -> each.name().equals(name)).toList();
        if (!exactly.isEmpty()) {
            return exactly;
        }
        List<Experiment> inPapers = all.stream()
                .filter(each -> each.name().endsWith(BETWEEN + name))
                .toList();
        if (inPapers.size() > 1) {
            throw new IllegalArgumentException(MESSAGES.nameAmbiguous(name, names(inPapers)));
        }
        return inPapers;
    }

    private static String names(List<Experiment> all) {
        return all.stream().map(Experiment::name).collect(Collectors.joining(", "));
    }
}
