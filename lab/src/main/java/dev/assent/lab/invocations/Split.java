package dev.assent.lab.invocations;

import dev.assent.lab.result.Estimate;
import java.util.Map;
import java.util.Optional;

/**
 * What a transaction costs beside the same work without one, in percent, split as the paper does: the begin and the end by what
 * experiments 3 and 4 say, the contexts of two calls by experiment 2, and the rest is two-phase commit.
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
     * From what was timed.
     *
     * @param with how many times as long the transaction takes as the work alone
     * @param work alone
     * @param create of experiment 4
     * @param emptyCommit of experiment 3
     * @param context of getInt100 in experiment 2
     */
    static Split of(Estimate with, Estimate work, Estimate create, Estimate emptyCommit, Estimate context) {
        Estimate all = with.minus(Estimate.exactly(1)).times(PERCENT);
        Estimate demarcation = create.plus(emptyCommit).over(work).times(PERCENT);
        Estimate contexts = context.times(CALLS).over(work).times(PERCENT);
        return new Split(all, demarcation, contexts, all.minus(demarcation.plus(contexts)));
    }

    /** What the paper says in its last section, which follows from its figures in the same way. */
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
