package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.lab.role.Recordings;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistributionTest {
    private static final double MEAN = 20;

    /** Times that are as likely short as long, 20 us on average. */
    private static LongStream times(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return LongStream.generate(() -> (long) (-Math.log(1 - random.nextDouble()) * MEAN * 1_000))
                .limit(6_000);
    }

    /** Of so many intervals of 95 % some 95 of 100 have the true mean. */
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
