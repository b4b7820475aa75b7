package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.lab.result.Estimate.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static final Estimate FIVE = new Estimate(500, 30, true);
    private static final Estimate FOUR = new Estimate(400, 40, true);

    @Test
    void errorsOfWhatWasMeasuredApartAddUpAsSquares() {
        assertThat(FIVE.minus(FOUR)).isEqualTo(new Estimate(100, 50, true));
        assertThat(FIVE.plus(FOUR).half()).isEqualTo(50);
        assertThat(FIVE.over(FOUR).value()).isEqualTo(1.25);
        assertThat(FIVE.over(FOUR).half()).isCloseTo(1.25 * Math.hypot(0.06, 0.1), within(1e-9));
        assertThat(FIVE.times(-2)).isEqualTo(new Estimate(-1_000, 60, true));
    }

    @Test
    void whatFollowsFromOneThatIsNotSureIsNotEither() {
        assertThat(FIVE.minus(new Estimate(1, 1, false)).isSure()).isFalse();
        assertThat(Estimate.geometricMean(List.of(FIVE, new Estimate(1, 1, false)))
                        .isSure())
                .isFalse();
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
