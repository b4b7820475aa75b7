package dev.assent.lab.ping;

import dev.assent.lab.Median;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What pings cost, as was measured.
 *
 * @param rows in the order of the report
 */
record PingCost(List<Row> rows) {
    /** What a row is about. */
    record Key(Placement placement, int threads, Peer peer) {
        String threadsText() {
            return threads + (threads == 1 ? " thread" : " threads");
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

    private Row row(Key key) {
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
}
