package dev.assent.lab.invocations;

import dev.assent.lab.result.Estimate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The additional cost of a transaction against the same work without one, in percent, split as in the paper: the begin
 * and the end by experiments 3 and 4, the contexts of two calls by experiment 2; the rest is two-phase commit.
 *
 * @param all the sum of the others
 */
record Split(Estimate all, Estimate demarcation, Estimate context, Estimate twoPhase) {
    private static final int CALLS = 2;
    private static final int PERCENT = 100;

    private static final Map<String, Split> PUBLISHED = Map.of(
            PublishedFigures.IIOP, exactly(427, 80, 65, 283),
            PublishedFigures.SOAP, exactly(172, 15, 13, 145),
            PublishedFigures.JBOSS_REMOTING, exactly(233, 29, 16, 187));

    /**
     * The times of one repeat, all in one unit.
     *
     * @param with all of a transaction with its log on
     * @param work alone
     * @param create of experiment 4
     * @param emptyCommit of experiment 3
     * @param context of getInt100 in experiment 2
     */
    record Times(double with, double work, double create, double emptyCommit, double context) {
        private double all() {
            return PERCENT * (with / work - 1);
        }

        private double demarcation() {
            return PERCENT * (create + emptyCommit) / work;
        }

        private double contexts() {
            return PERCENT * CALLS * context / work;
        }

        private double twoPhase() {
            return all() - demarcation() - contexts();
        }
    }

    /**
     * The split of the measured times. Each repeat is split by itself: if a whole repeat is slower, that then distorts
     * no share.
     *
     * @param repeats one at least
     * @param isSure whether all times were undisturbed and steady
     */
    static Split of(List<Times> repeats, boolean isSure) {
        return new Split(
                share(repeats, Times::all, isSure),
                share(repeats, Times::demarcation, isSure),
                share(repeats, Times::contexts, isSure),
                share(repeats, Times::twoPhase, isSure));
    }

    private static Estimate share(List<Times> repeats, ToDoubleFunction<Times> share, boolean isSure) {
        return Estimate.ofRepeats(repeats.stream().mapToDouble(share).toArray(), isSure);
    }

    /** The paper's own shares, from its last section, which follow from its figures in the same way. */
    static Split published(String transport) {
        return Optional.ofNullable(PUBLISHED.get(transport)).orElseThrow();
    }

    private static Split exactly(double all, double demarcation, double context, double twoPhase) {
        return new Split(
                Estimate.exactly(all),
                Estimate.exactly(demarcation),
                Estimate.exactly(context),
                Estimate.exactly(twoPhase));
    }
}
