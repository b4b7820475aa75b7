package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.lab.result.Estimate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    @ParameterizedTest
    @CsvSource({
        "1.10, 0.01, 1.11, CONFIRMED",
        "1.001, 0.01, 1.11, WITHIN_NOISE",
        "0.999, 0.01, 1.11, WITHIN_NOISE",
        "0.90, 0.01, 1.11, REVERSED",
        "1.40, 0.01, 1.11, CHANGED",
        "1.18, 0.05, 1.11, WITHIN_NOISE",
        "25, 1, 20, CONFIRMED",
        "31, 2, 20, WITHIN_NOISE",
        "40, 2, 20, CHANGED",
        "25, NaN, 20, WITHIN_NOISE"
    })
    void aRatioNearOneIsJudgedByHowMuchMoreItIs(double ratio, double half, double published, Verdict expected) {
        assertThat(Verdict.byRatio(new Estimate(ratio, half, true), published)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.01, 0.01, CONFIRMED",
        "-0.02, 0.01, CONFIRMED",
        "0.09, 0.02, WITHIN_NOISE",
        "0.30, 0.02, CHANGED",
        "1.30, 0.02, REVERSED",
        "0.01, NaN, WITHIN_NOISE"
    })
    void nextToNothingIsATenthAtMost(double part, double half, Verdict expected) {
        assertThat(Verdict.nearlyFree(new Estimate(part, half, true))).isEqualTo(expected);
    }
}
