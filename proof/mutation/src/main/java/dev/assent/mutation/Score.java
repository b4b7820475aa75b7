package dev.assent.mutation;

import java.util.List;
import java.util.Locale;

/**
 * How many mutants of a part were killed. Immutable.
 *
 * @param mutants how many were tried
 * @param killed how many of them a failure killed
 * @param timedOut how many of them time killed
 * @param survived how many of them all tests passed
 * @param notCovered how many of them no test runs
 */
record Score(int mutants, int killed, int timedOut, int survived, int notCovered) {
    private static final double NORMAL_95 = 1.96;

    /** Of some results. */
    static Score of(List<Result> results) {
        return new Score(
                results.size(),
                count(results, Verdict.KILLED),
                count(results, Verdict.TIMED_OUT),
                count(results, Verdict.SURVIVED),
                count(results, Verdict.NOT_COVERED));
    }

    private static int count(List<Result> results, Verdict verdict) {
        return (int) results.stream().filter(each -> each.verdict() == verdict).count();
    }

    /** The part that tests killed, with the interval that holds the part of all mutants in 95 of 100 samples. */
    String ofAll() {
        return share(killed + timedOut, mutants);
    }

    /** The same of the mutants that tests run. */
    String ofCovered() {
        return share(killed + timedOut, mutants - notCovered);
    }

    /** A part in percent, with its interval by Wilson (1927). */
    static String share(int part, int all) {
        if (all == 0) {
            return "-";
        }
        double p = (double) part / all;
        double square = NORMAL_95 * NORMAL_95;
        double middle = (p + square / (2 * all)) / (1 + square / all);
        double half = NORMAL_95 / (1 + square / all) * Math.sqrt(p * (1 - p) / all + square / (4.0 * all * all));
        return String.format(
                Locale.ROOT,
                "%.1f %% (%.1f to %.1f)",
                100 * p,
                100 * Math.max(0, middle - half),
                100 * Math.min(1, middle + half));
    }
}
