package dev.assent.lab.invocations;

import dev.assent.lab.result.Estimate;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Something that a paper says, which a run confirms or not.
 *
 * @param text what it says, in words of our own
 * @param published the figures for that
 * @param look finds out; empty when what it is about was not measured
 */
record Claim(String text, String published, Function<PaperResults, Optional<Finding>> look) {
    /**
     * What a run says.
     *
     * @param measured the figures for that
     * @param isSure whether nothing that they follow from was disturbed or unsteady
     */
    record Finding(Verdict verdict, String measured, boolean isSure) {
        private static final Finding NONE = new Finding(Verdict.NOT_MEASURED, "", true);

        /** By a figure, which the text has a place for. */
        static Finding of(Verdict verdict, String text, Estimate figure) {
            return new Finding(verdict, text.formatted(Cells.of(figure)), figure.isSure());
        }

        /** On something that is so when it is so each time: the worst of them; empty when there are none. */
        static Optional<Finding> worst(Collection<Finding> all) {
            return all.stream()
                    .max(Comparator.comparing(Finding::verdict))
                    .map(worst -> new Finding(
                            worst.verdict(),
                            all.stream().map(Finding::measured).collect(Collectors.joining("; ")),
                            all.stream().allMatch(Finding::isSure)));
        }
    }

    Finding find(PaperResults results) {
        return look.apply(results).orElse(Finding.NONE);
    }

    /** One that is about each of these. */
    static <T> Optional<Finding> overEach(List<T> subjects, Function<T, Optional<Finding>> look) {
        return Finding.worst(
                subjects.stream().flatMap(each -> look.apply(each).stream()).toList());
    }
}
