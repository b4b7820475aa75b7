package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.invocations.Ranking.Named;
import dev.assent.lab.result.Estimate;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class RankingTest {
    private static Named named(String name, double value, double half) {
        return new Named(name, new Estimate(value, half, true));
    }

    private static String ranked(Named... all) {
        return Ranking.of(List.of(all)).orElseThrow().toString();
    }

    @Test
    void theSecondIsNamedAndWhetherItMayBeTheFirst() {
        assertThat(ranked(named("b", 22, 1), named("a", 10, 1), named("d", 40, 1), named("c", 39, 1)))
                .isEqualTo("10.0 (a, next b) to 40.0 (d, within noise of c)");
    }

    @Test
    void whatIsNotKnownIsWithinNoise() {
        assertThat(ranked(named("a", 10, Double.NaN), named("b", 90, Double.NaN)))
                .isEqualTo("10.0 (a, within noise of b) to 90.0 (b, within noise of a)");
    }

    @Test
    void oneAloneIsBesideNothing() {
        assertThat(ranked(named("a", 10, 1))).isEqualTo("10.0 (a) to 10.0 (a)");
    }

    @Test
    void whatIsNotANumberIsNotRanked() {
        assertThat(Ranking.of(List.of(named("a", Double.NaN, 1)))).isEmpty();
        assertThat(ranked(named("a", 10, 1), named("b", Double.NaN, 1))).isEqualTo("10.0 (a) to 10.0 (a)");
    }
}
