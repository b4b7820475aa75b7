package dev.assent.lab.ping;

import dev.assent.lab.Median;
import dev.assent.lab.MedianInterval;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a transaction's context costs a call: CPU time of calls without one and with one, in many short turns. With one
 * thread on any CPU a call takes twice as much CPU time when the system has put the two processes on two CPUs, which it
 * decides anew when a turn begins; so medians are told, and not means.
 *
 * @param key of the row of the calls in a transaction
 * @param rounds the turns of each
 */
record ContextCost(PingCost.Key key, List<List<Turn>> rounds) {
    /** How much CPU time a transaction's context may cost a call. */
    static final double NANOS_MAX = 1_000;

    /**
     * A slice without a transaction and one with, one right after the other.
     *
     * @param withoutNanos CPU time of a call, of both processes
     * @param withNanos the same, where each call is part of a transaction
     */
    record Turn(double withoutNanos, double withNanos) {
        double moreNanos() {
            return withNanos - withoutNanos;
        }
    }

    /** In the middle of all turns. */
    double withoutNanos() {
        return Median.of(
                rounds.stream().flatMap(List::stream).map(Turn::withoutNanos).toList());
    }

    /** In the middle of all turns. */
    double withNanos() {
        return Median.of(
                rounds.stream().flatMap(List::stream).map(Turn::withNanos).toList());
    }

    /** How many nanoseconds more a call takes with a context: a round's figure is the one in the middle of its turns. */
    MedianInterval moreNanos() {
        ToDoubleFunction<List<Turn>> inTheMiddle =
                turns -> Median.of(turns.stream().map(Turn::moreNanos).toList());
        return MedianInterval.of(rounds.stream().map(inTheMiddle::applyAsDouble).toList());
    }

    /** Whether it costs no more than it may, also at the upper end of what is likely. */
    boolean holds() {
        return moreNanos().high() <= NANOS_MAX;
    }
}
