package dev.assent.lab.ping;

import dev.assent.lab.Median;
import dev.assent.lab.MedianInterval;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of a transaction's context for a call: CPU time of calls without one and with one, by turns. With one thread
 * on any CPU a call takes twice as much CPU time while the system has put the two processes on two CPUs, and the system
 * changes that now and then. So the report has medians, and not means.
 *
 * @param key of the row of the calls in a transaction
 * @param fours the cost of four turns each, in the order of time
 */
record ContextCost(PingCost.Key key, List<Four> fours) {
    /** How much CPU time a transaction's context may cost a call. */
    static final double NANOS_MAX = 1_000;

    /** How many turns are one value: a machine that becomes slower or faster meanwhile disturbs both kinds alike. */
    static final int TURNS = 4;

    /**
     * Four turns one after the other: without a transaction, twice with one, and without.
     *
     * @param withoutNanos CPU time of a call, of both processes; the mean of the two turns
     * @param withNanos the same, where each call is part of a transaction
     */
    record Four(double withoutNanos, double withNanos) {
        double moreNanos() {
            return withNanos - withoutNanos;
        }
    }

    /** Whether the calls of a turn are in a transaction. */
    static boolean isInTransaction(int turn) {
        int ofFour = turn % TURNS;
        return ofFour == 1 || ofFour == 2;
    }

    /**
     * Turns as they were measured.
     *
     * @param nanos CPU time of a call in each turn
     */
    static List<Four> fours(List<Double> nanos) {
        List<Four> fours = new ArrayList<>();
        for (int i = 0; i + TURNS <= nanos.size(); i += TURNS) {
            fours.add(new Four((nanos.get(i) + nanos.get(i + 3)) / 2, (nanos.get(i + 1) + nanos.get(i + 2)) / 2));
        }
        return fours;
    }

    /** In the middle. */
    double withoutNanos() {
        return Median.of(fours.stream().map(Four::withoutNanos).toList());
    }

    /** In the middle. */
    double withNanos() {
        return Median.of(fours.stream().map(Four::withNanos).toList());
    }

    /** How many nanoseconds more a call takes with a context. */
    MedianInterval moreNanos() {
        return MedianInterval.of(fours.stream().map(Four::moreNanos).toList());
    }

    /** Whether its cost is within the limit, also at the upper end of the interval. */
    boolean holds() {
        return moreNanos().high() <= NANOS_MAX;
    }
}
