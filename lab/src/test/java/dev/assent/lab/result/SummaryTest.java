package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

@Fast
class SummaryTest {
    private static final Measure.Key KEY = new Measure.Key("plain", "native", "none", "", "getInt100", 1, "call");

    private static Measure measure(int repeat, double mean, double trend, boolean isNoisy) {
        Distribution time = new Distribution(100, mean, mean - 1, mean + 1, mean, 2 * mean, 1, trend, trend);
        return new Measure(KEY, repeat, 1, time, 1e6 / mean, 500, 2, true, isNoisy ? 1 : 0);
    }

    private static Summary of(double... means) {
        List<Measure> all = new ArrayList<>();
        for (double each : means) {
            all.add(measure(all.size() + 1, each, 0, false));
        }
        return Summary.of(all);
    }

    /** Student's t with two degrees of freedom, 4.303, and a standard error of 1 / sqrt(3). */
    @Test
    void withThreeRepeatsTheIntervalIsOfWhatDiffersBetweenThem() {
        assertThat(of(99, 100, 101).time().half()).isCloseTo(4.303 / Math.sqrt(3), within(1e-3));
        assertThat(of(100).time()).isEqualTo(new Estimate(100, 1, false));
        assertThat(of(100).throughput().half()).isNaN();
        assertThat(of(99, 100, 101).throughput().half()).isPositive();
    }

    /** If a whole repeat is slower, both are slower in it. */
    @Test
    void whatIsInEveryMeasureOfARepeatIsNotInADifference() {
        Summary slowAtTimes = of(100, 150, 90);
        Summary alike = of(110, 160, 100);

        assertThat(alike.minus(slowAtTimes).value()).isCloseTo(10, within(1e-9));
        assertThat(alike.minus(slowAtTimes).half()).isCloseTo(0, within(1e-9));
        assertThat(of(200, 300, 180).over(slowAtTimes).value()).isCloseTo(2, within(1e-9));
        assertThat(of(200, 300, 180).over(slowAtTimes).half()).isCloseTo(0, within(1e-9));
    }

    @Test
    void withFewerRepeatsADifferenceIsAsSureAsItsParts() {
        assertThat(of(110).minus(of(100)).half()).isCloseTo(Math.sqrt(2), within(1e-9));
    }

    @Test
    void oneRepeatIsNotSureHoweverQuietItWas() {
        assertThat(of(100, 101).isSure()).isFalse();
        assertThat(of(100, 101).minus(of(90, 91)).isSure()).isFalse();
        assertThat(of(100, 101, 102).isSure()).isTrue();
    }

    @Test
    void thoseAreInCommonThatCountInBoth() {
        Summary firstDropped = Summary.of(List.of(
                measure(1, 900, 0, true),
                measure(2, 100, 0, false),
                measure(3, 101, 0, false),
                measure(5, 99, 0, false)));

        assertThat(Summary.inCommon(List.of(firstDropped, of(100, 101, 102, 103))))
                .containsExactly(2, 3);
        assertThat(firstDropped.mean(5)).isEqualTo(99);
        assertThat(firstDropped.counts(1)).isFalse();
        assertThatThrownBy(() -> firstDropped.mean(1)).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void theTrendIsTheLargestOneEitherWay() {
        assertThat(Summary.of(List.of(measure(1, 100, 0.05, false), measure(2, 100, -0.3, false)))
                        .trend())
                .isEqualTo(-0.3);
    }

    @Test
    void oneDisturbedRepeatOfFourDoesNotCount() {
        Summary four = Summary.of(List.of(
                measure(1, 100, 0, false),
                measure(2, 900, 0, true),
                measure(3, 101, 0, false),
                measure(4, 99, 0, false)));

        assertThat(four.mean()).isCloseTo(100, within(1e-9));
        assertThat(four.dropped()).isEqualTo(1);
        assertThat(four.isSure()).isTrue();
    }

    @Test
    void oneDisturbedRepeatOfThreeMakesAllDoubtful() {
        Summary three =
                Summary.of(List.of(measure(1, 100, 0, false), measure(2, 900, 0.5, true), measure(3, 101, 0, false)));

        assertThat(three.dropped()).isZero();
        assertThat(three.isNoisy()).isTrue();
        assertThat(three.isUnsteady()).isTrue();
        assertThat(three.isSure()).isFalse();
    }
}
