package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.harness.Fast;
import dev.assent.lab.result.Estimate.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class EstimateTest {
    private static final Estimate FIVE = new Estimate(500, 30, true);
    private static final Estimate FOUR = new Estimate(400, 40, true);

    @Test
    void errorsOfWhatWasMeasuredApartAddUpAsSquares() {
        assertThat(FIVE.minus(FOUR)).isEqualTo(new Estimate(100, 50, true));
        assertThat(FIVE.plus(FOUR).half()).isEqualTo(50);
        assertThat(FIVE.times(-2)).isEqualTo(new Estimate(-1_000, 60, true));
    }

    /** By the definition: a ratio r is in the interval while 500 - 400 r is within its own interval around 0. */
    @Test
    void theIntervalOfARatioIsFiellers() {
        assertThat(FIVE.over(FOUR).value()).isEqualTo(1.25);
        double most = FIVE.over(FOUR).high();
        assertThat(400 * most - 500).isCloseTo(Math.hypot(30, 40 * most), within(1e-6));
        assertThat(FIVE.times(-1).over(FOUR).half()).isCloseTo(FIVE.over(FOUR).half(), within(1e-9));
        assertThat(FIVE.over(Estimate.exactly(4)).half()).isCloseTo(7.5, within(1e-9));
    }

    @Test
    void thereIsNoRatioToWhatMayBeNothing() {
        assertThat(FIVE.over(new Estimate(10, 11, true)).half()).isNaN();
        assertThat(FIVE.over(new Estimate(10, Double.NaN, true)).half()).isNaN();
    }

    @Test
    void whatFollowsFromOneThatIsNotSureIsNotEither() {
        assertThat(FIVE.minus(new Estimate(1, 1, false)).isSure()).isFalse();
        assertThat(Estimate.geometricMean(List.of(FIVE, new Estimate(1, 1, false)))
                        .isSure())
                .isFalse();
    }

    /** Student's t with two degrees of freedom, 4.303, and a standard error of 1 / sqrt(3). */
    @Test
    void threeRepeatsHaveAnIntervalAndFewerHaveNone() {
        Estimate three = Estimate.ofRepeats(new double[] {99, 100, 101}, true);

        assertThat(three.value()).isEqualTo(100);
        assertThat(three.half()).isCloseTo(4.303 / Math.sqrt(3), within(1e-3));
        assertThat(three.isSure()).isTrue();
        assertThat(Estimate.ofRepeats(new double[] {99, 100, 101}, false).isSure())
                .isFalse();
        assertThat(Estimate.ofRepeats(new double[] {99, 101}, true)).isEqualTo(new Estimate(100, Double.NaN, false));
    }

    @Test
    void thoseAreApartWhoseIntervalsAreKnownAndDoNotMeet() {
        assertThat(FIVE.isApartFrom(FOUR)).isTrue();
        assertThat(FOUR.isApartFrom(FIVE)).isTrue();
        assertThat(FIVE.isApartFrom(new Estimate(400, 71, true))).isFalse();
        assertThat(FIVE.isApartFrom(new Estimate(1, Double.NaN, true))).isFalse();
    }

    @Test
    void onWhichSideOfANumberItIs() {
        assertThat(FIVE.of(469)).isEqualTo(Side.ABOVE);
        assertThat(FIVE.of(471)).isEqualTo(Side.WITHIN_NOISE);
        assertThat(FIVE.of(531)).isEqualTo(Side.BELOW);
        assertThat(new Estimate(5, Double.NaN, true).of(4)).isEqualTo(Side.UNKNOWN);
    }

    @Test
    void theGeometricMeanOfARatioAndItsInverseIsOne() {
        Estimate mean = Estimate.geometricMean(List.of(new Estimate(4, 0.4, true), new Estimate(0.25, 0.025, true)));
        assertThat(mean.value()).isCloseTo(1, within(1e-9));
        assertThat(mean.half()).isCloseTo(0.1, within(1e-9));
    }
}
