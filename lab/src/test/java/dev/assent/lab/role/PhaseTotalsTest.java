package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.metrics.Phase;
import dev.assent.lab.role.PhaseTotals.Total;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a server tells of its phases, and what follows from two such tellings. */
class PhaseTotalsTest {
    private static final PhaseTotals BEFORE = new PhaseTotals(Map.of(Phase.PREPARE, new Total(10, 5_000)));
    private static final PhaseTotals AFTER =
            new PhaseTotals(Map.of(Phase.PREPARE, new Total(30, 45_000), Phase.FORCE, new Total(5, 1_000)));

    @Test
    void theyComeThroughALineOfText() {
        assertThat(PhaseTotals.parse(AFTER.toText())).isEqualTo(AFTER);
        assertThat(PhaseTotals.parse(PhaseTotals.of(null).toText())).isEqualTo(PhaseTotals.of(null));
    }

    @Test
    void whatCameSinceIsOnAverageOfTheIterations() {
        assertThat(AFTER.since(BEFORE, "server-1", 20))
                .containsExactlyInAnyOrder(
                        new PhaseTime("server-1", Phase.PREPARE, 1, 2_000),
                        new PhaseTime("server-1", Phase.FORCE, 0.25, 200));
    }

    @Test
    void aPhaseThatDidNotComeAgainIsNone() {
        assertThat(AFTER.since(AFTER, "server-1", 20)).isEmpty();
    }
}
