package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.result.Estimate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Fast
class VerdictTest {
    @ParameterizedTest
    @CsvSource({
        "1.10, 0.01, 1.11, CONFIRMED",
        "1.10, 0.08, 1.11, CANNOT_TELL",
        "1.001, 0.01, 1.11, CANNOT_TELL",
        "0.999, 0.01, 1.11, CANNOT_TELL",
        "0.90, 0.01, 1.11, REVERSED",
        "1.40, 0.01, 1.11, CHANGED",
        "1.18, 0.05, 1.11, CANNOT_TELL",
        "25, 1, 20, CONFIRMED",
        "29, 2, 20, CANNOT_TELL",
        "14, 1, 20, CANNOT_TELL",
        "31, 2, 20, CANNOT_TELL",
        "40, 2, 20, CHANGED",
        "25, NaN, 20, CANNOT_TELL"
    })
    void aRatioNearOneIsJudgedByHowMuchMoreItIs(double ratio, double half, double published, Verdict expected) {
        assertThat(Verdict.byRatio(new Estimate(ratio, half, true), published)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"200, 20, CONFIRMED", "100, 20, CHANGED", "3, 5, CHANGED", "-3, 5, CHANGED", "-10, 5, REVERSED"})
    void whatAddsLessThanNothingIsTheOtherWayRound(double percent, double half, Verdict expected) {
        assertThat(Verdict.bySize(new Estimate(percent, half, true), 233)).isEqualTo(expected);
    }

    /** One of 10 and another; the most that they may differ counts, and the least. */
    @ParameterizedTest
    @CsvSource({
        "13, 0.5, CONFIRMED",
        "14, 2, CANNOT_TELL",
        "10, 11, CANNOT_TELL",
        "16.5, 1, CANNOT_TELL",
        "17, 0.5, CHANGED",
        "30, 2, CHANGED",
        "14, NaN, CANNOT_TELL"
    })
    void thoseThatAreAlikeDifferByLessThanHalf(double other, double half, Verdict expected) {
        assertThat(Verdict.alike(List.of(new Estimate(10, 0.5, true), new Estimate(other, half, true))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.01, 0.01, CONFIRMED",
        "-0.02, 0.01, CONFIRMED",
        "0.09, 0.02, CANNOT_TELL",
        "0.30, 0.02, CHANGED",
        "1.30, 0.02, REVERSED",
        "0.01, NaN, CANNOT_TELL"
    })
    void nextToNothingIsATenthAtMost(double part, double half, Verdict expected) {
        assertThat(Verdict.nearlyFree(new Estimate(part, half, true))).isEqualTo(expected);
    }
}
