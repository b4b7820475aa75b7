package dev.assent.lab.invocations;

import dev.assent.lab.report.Block.Tone;
import dev.assent.lab.result.Estimate;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A claim of a paper, which a run confirms or not.
 *
 * @param text the claim, in words of our own
 * @param published the figures for that
 * @param look judges the claim; empty when its subject was not measured
 */
record Claim(String text, String published, Function<PaperResults, Optional<Finding>> look) {
    /**
     * The verdict of a run.
     *
     * @param measured the figures for that
     * @param isSure whether all measures behind them were repeated often enough, undisturbed and steady
     */
    record Finding(Verdict verdict, String measured, boolean isSure) {
        private static final Finding NONE = new Finding(Verdict.NOT_MEASURED, "", true);

        /** A finding by a figure, which the text has a place for. */
        static Finding of(Verdict verdict, String text, Estimate figure) {
            return new Finding(verdict, text.formatted(Cells.unmarked(figure)), figure.isSure());
        }

        /** On something that is so when it is so each time: the worst of them, one at least. */
        private static Finding worst(Collection<Finding> all) {
            return new Finding(
                    all.stream()
                            .map(Finding::verdict)
                            .max(Comparator.naturalOrder())
                            .orElseThrow(),
                    all.stream().map(Finding::measured).collect(Collectors.joining("; ")),
                    all.stream().allMatch(Finding::isSure));
        }

        /** The verdict for people; with a mark when it is not firm. */
        String said() {
            return verdict == Verdict.NOT_MEASURED ? verdict.toString() : Cells.marked(verdict.toString(), isSure);
        }

        /** The figures for people; with a mark when nothing can be concluded from them. */
        String figures() {
            return measured.isEmpty() ? "" : Cells.marked(measured, isSure);
        }

        /** How the verdict is shown: a verdict that is not firm has no colour. */
        Tone tone() {
            return isSure ? verdict.tone() : Tone.NONE;
        }
    }

    Finding find(PaperResults results) {
        return look.apply(results).orElse(Finding.NONE);
    }

    /**
     * A claim about all of these. If one of them was not measured, the claim counts as not measured, whatever the
     * others say; the finding shows their figures all the same.
     */
    static Optional<Finding> overAll(List<String> transports, Function<String, Optional<Finding>> look) {
        Map<String, Finding> found = new LinkedHashMap<>();
        transports.forEach(each -> look.apply(each).ifPresent(finding -> found.put(each, finding)));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Finding worst = Finding.worst(found.values());
        String missing =
                transports.stream().filter(each -> !found.containsKey(each)).collect(Collectors.joining(", "));
        return Optional.of(
                missing.isEmpty()
                        ? worst
                        : new Finding(
                                Verdict.NOT_MEASURED,
                                "%s; nothing over %s".formatted(worst.measured(), missing),
                                worst.isSure()));
    }
}
