package dev.assent.lab.invocations;

import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Summary;
import java.util.List;
import java.util.Optional;

/** Estimates for people. */
final class Cells {
    /** The columns of {@link #of(Optional)}. */
    static final String[] TIME = {"mean", "± (95 % CI)", "median", "p99", "std dev"};

    private Cells() {}

    /** With its interval, where that is known, and a mark when nothing can be concluded from it. */
    static String of(Estimate figure) {
        String around = Double.isNaN(figure.half()) || figure.half() == 0
                ? ""
                : " " + Figures.around(figure.low(), figure.high());
        return Figures.of(figure.value()) + around + (figure.isSure() ? "" : " ?");
    }

    /** The same of whole numbers. */
    static String whole(Estimate figure) {
        String around = Double.isNaN(figure.half()) || figure.half() == 0 ? "" : " ± " + Figures.whole(figure.half());
        return Figures.whole(figure.value()) + around + (figure.isSure() ? "" : " ?");
    }

    /** A time in all that is known of it; empty cells for what was not measured. */
    static List<String> of(Optional<Summary> found) {
        return found.map(each -> List.of(
                        PaperResults.mean(each),
                        Figures.around(each.time().low(), each.time().high()),
                        Figures.of(each.median()),
                        Figures.of(each.p99()),
                        Figures.of(each.deviation())))
                .orElse(List.of("", "", "", "", ""));
    }
}
