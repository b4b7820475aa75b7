package dev.assent.lab.invocations;

import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Count;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Summary;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Figures for people. A figure is marked "?" if it allows no conclusion, and "≈" if it was not counted exactly. */
final class Cells {
    /** The columns of {@link #of(Optional)}. */
    static final String[] TIME = {"mean", "± (95 % CI)", "median", "p99", "std dev"};

    /** For captions above counts. */
    static final String COUNTED = "counted exactly, without noise; ≈ what others sent may be among them";

    private Cells() {}

    /** With its interval, where that is known, and a mark when nothing can be concluded from it. */
    static String of(Estimate figure) {
        return marked(unmarked(figure), figure.isSure());
    }

    /** The same without the mark, for sentences, which have their own. */
    static String unmarked(Estimate figure) {
        return hasInterval(figure)
                ? Figures.of(figure.value()) + " " + Figures.around(figure.low(), figure.high())
                : Figures.of(figure.value());
    }

    /** The same of whole numbers. */
    static String whole(Estimate figure) {
        return marked(wholeUnmarked(figure), figure.isSure());
    }

    /** The same of whole numbers, for sentences. */
    static String wholeUnmarked(Estimate figure) {
        return hasInterval(figure)
                ? Figures.whole(figure.value()) + " ± "
                        + (figure.half() < 1 ? Figures.of(figure.half()) : Figures.whole(figure.half()))
                : Figures.whole(figure.value());
    }

    private static boolean hasInterval(Estimate figure) {
        return !Double.isNaN(figure.half()) && figure.half() != 0;
    }

    /** With a mark when nothing can be concluded from it. */
    static String marked(String text, boolean isSure) {
        return isSure ? text : text + " ?";
    }

    /** A mean, with a mark when nothing can be concluded from it. */
    static String mean(Summary summary) {
        return marked(Figures.of(summary.mean()), summary.isSure());
    }

    /** A count as a whole number; empty if it was not counted. */
    static String whole(Count count) {
        return counted(count, Figures.whole(count.value()));
    }

    /** The average of a few counts; empty if nothing was counted. */
    static String of(Count count) {
        return counted(count, Figures.of(count.value()));
    }

    private static String counted(Count count, String text) {
        return count.isExact() || !count.isKnown() ? text : "≈ " + text;
    }

    /** How many times as long it took as the fastest of some; empty when there are none. */
    static Optional<String> ofFastest(Summary found, List<Summary> all) {
        return all.stream()
                .min(Comparator.comparingDouble(Summary::mean))
                .map(fastest -> found.equals(fastest) ? marked("1", found.isSure()) : of(found.over(fastest)));
    }

    /** A time with all its figures; empty cells if it was not measured. */
    static List<String> of(Optional<Summary> found) {
        return found.map(each -> List.of(
                        mean(each),
                        Figures.around(each.time().low(), each.time().high()),
                        Figures.of(each.median()),
                        Figures.of(each.p99()),
                        Figures.of(each.deviation())))
                .orElse(List.of("", "", "", "", ""));
    }
}
