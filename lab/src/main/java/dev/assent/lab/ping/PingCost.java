package dev.assent.lab.ping;

import dev.assent.lab.Median;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The measured cost of pings.
 *
 * @param rows in the order of the report
 * @param contexts the cost of a transaction's context, in the same order
 */
record PingCost(List<Row> rows, List<ContextCost> contexts) {
    /** How long a call of Assent may take at one thread on one CPU, as a multiple of the echo's time. */
    static final double TIMES_OF_ECHO_MAX = 1.5;

    /** How many calls of Assent there must be on one connection, as a part of the multiplexer's. */
    static final double PART_OF_MULTIPLEXER_MIN = 0.8;

    /** The subject of a row. */
    record Key(Placement placement, int threads, Peer peer) {
        String threadsText() {
            return threads + (threads == 1 ? " thread" : " threads");
        }

        boolean isAlone() {
            return threads == 1;
        }

        Key with(Peer other) {
            return new Key(placement, threads, other);
        }
    }

    /**
     * One measurement.
     *
     * @param samples one of each round
     */
    record Row(Key key, List<Sample> samples) {
        List<Double> each(ToDoubleFunction<Sample> figure) {
            return samples.stream().map(figure::applyAsDouble).toList();
        }

        List<Double> middleNanos() {
            return each(sample -> sample.slice().middleNanos());
        }

        List<Double> perSecond() {
            return each(sample -> sample.slice().perSecond());
        }
    }

    /** The row about this. */
    Row row(Key key) {
        return rows.stream().filter(row -> row.key().equals(key)).findFirst().orElseThrow();
    }

    /** How long a call in the middle takes, as a multiple of the echo's: the median over the rounds. */
    double timesOfEcho(Row row) {
        return Median.ofRatios(row.middleNanos(), row(row.key().with(Peer.ECHO)).middleNanos());
    }

    /** How many calls are made, as a part of the multiplexer's: the median over the rounds. */
    double partOfMultiplexer(Row row) {
        return Median.ofRatios(
                row.perSecond(), row(row.key().with(Peer.MULTIPLEXER)).perSecond());
    }

    /** The rows of a peer. */
    List<Row> of(Peer peer) {
        return rows.stream().filter(row -> row.key().peer() == peer).toList();
    }

    /** Whether a call at one thread takes no longer than it may. */
    boolean holdsAgainstEcho() {
        return of(Peer.NATIVE).stream()
                .filter(row -> row.key().isAlone() && row.key().placement() == Placement.ONE_CPU)
                .allMatch(row -> timesOfEcho(row) <= TIMES_OF_ECHO_MAX);
    }

    /** Whether many threads make as many calls as they must. */
    boolean holdsAgainstMultiplexer() {
        return of(Peer.NATIVE).stream()
                .filter(row -> !row.key().isAlone())
                .allMatch(row -> partOfMultiplexer(row) >= PART_OF_MULTIPLEXER_MIN);
    }

    /** Whether a context costs no more than it may, wherever it was measured. */
    boolean holdsForContext() {
        return contexts.stream().allMatch(ContextCost::holds);
    }

    /** Whether all promises about the measured rows hold. */
    boolean holds() {
        return holdsAgainstEcho() && holdsAgainstMultiplexer() && holdsForContext();
    }
}
