package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.harness.Fast;
import dev.assent.lab.role.Recordings;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@Fast
class DistributionTest {
    private static final double MEAN = 20;

    /** Times that are as likely short as long, 20 us on average. */
    private static LongStream times(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return LongStream.generate(() -> (long) (-Math.log(1 - random.nextDouble()) * MEAN * 1_000))
                .limit(6_000);
    }

    /** Among so many intervals of 95 %, some 95 of 100 contain the true mean. */
    @Test
    void theIntervalHasTheTrueMeanAsOftenAsItSays() {
        long hits = LongStream.range(0, 400)
                .filter(seed -> {
                    Distribution made = Distribution.of(Recordings.of("call", times(seed)));
                    return made.low() <= MEAN && MEAN <= made.high();
                })
                .count();

        assertThat(hits).isBetween(365L, 395L);
    }

    @Test
    void whatIsSteadyHasNoTrendAndWhatGetsFasterHas() {
        assertThat(Distribution.of(Recordings.of("call", times(1))).trend()).isCloseTo(0, within(0.1));
        LongStream faster = LongStream.range(0, 3_000).map(i -> 40_000 - 10 * i);
        assertThat(Distribution.of(Recordings.of("call", faster)).trend()).isLessThan(-0.5);
    }

    /** The middle of a half is not moved by a few slow batches in it. */
    @Test
    void aWarmUpThatIsOverAfterAFifthIsSeen() {
        AtomicInteger done = new AtomicInteger();
        LongStream warmer = times(1).map(time -> done.getAndIncrement() < 1_200 ? 2 * time : time);
        Distribution made = Distribution.of(Recordings.of("call", warmer));

        assertThat(made.trend()).isCloseTo(0, within(0.15));
        assertThat(made.trendMax()).isLessThan(-0.5);
        assertThat(made.isSteady()).isFalse();
    }

    @Test
    void theLargerTrendIsThatOfTheHalvesWhenFifthsSayLess() {
        LongStream fasterMeanwhile = LongStream.range(0, 3_000).map(i -> i >= 600 && i < 1_500 ? 10_000 : 20_000);
        Distribution made = Distribution.of(Recordings.of("call", fasterMeanwhile));

        assertThat(made.trend()).isGreaterThan(0.5);
        assertThat(made.trendMax()).isEqualTo(made.trend());
    }

    /** It is not in one of some 250. */
    @Test
    void whatIsSteadyIsSaidToBe() {
        long steady = LongStream.range(0, 400)
                .filter(seed ->
                        Distribution.of(Recordings.of("call", times(seed))).isSteady())
                .count();
        assertThat(steady).isGreaterThan(392);
    }

    @Test
    void ofFewerBatchesThanPartsThereIsNoTrend() {
        Distribution one = Distribution.of(Recordings.of("call", LongStream.of(20_000)));

        assertThat(one.trend()).isZero();
        assertThat(one.trendMax()).isZero();
    }

    @Test
    void timesAreInMicroseconds() {
        Distribution made = Distribution.of(
                Recordings.of("call", LongStream.rangeClosed(1, 1_000).map(i -> 1_000 * i)));

        assertThat(made.mean()).isEqualTo(500.5);
        assertThat(made.median()).isCloseTo(500, within(1.0));
        assertThat(made.p99()).isCloseTo(990, within(1.0));
        assertThat(made.deviation()).isCloseTo(288.7, within(1.0));
    }
}
