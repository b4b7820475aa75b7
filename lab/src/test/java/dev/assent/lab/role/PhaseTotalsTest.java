package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.MetricsSnapshot;
import dev.assent.harness.Fast;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Timed;
import dev.assent.lab.transport.LabServer;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A server's report on its phases, and the difference of two such reports. */
@Fast
class PhaseTotalsTest {
    /** Times something beside transactions. */
    private static final Services SERVICES = new Services() {
        @Override
        public void export(LabServer server, @Nullable DataSource database) {
            throw new AssertionError("nothing is exported");
        }

        @Override
        public Map<String, Timed> timed() {
            return Map.of("work", new Timed(2, 300));
        }
    };

    private static final PhaseTotals BEFORE =
            new PhaseTotals(Map.of(MetricsSnapshot.Phase.PREPARE.name(), new Timed(10, 5_000)));
    private static final PhaseTotals AFTER = new PhaseTotals(Map.of(
            MetricsSnapshot.Phase.PREPARE.name(),
            new Timed(30, 45_000),
            MetricsSnapshot.Phase.FORCE.name(),
            new Timed(5, 1_000)));

    @Test
    void theyComeThroughALineOfText() {
        assertThat(PhaseTotals.parse(AFTER.toText())).isEqualTo(AFTER);
        assertThat(PhaseTotals.parse(PhaseTotals.of(null, SERVICES).toText()))
                .isEqualTo(PhaseTotals.of(null, SERVICES));
    }

    @Test
    void whatCameSinceIsOnAverageOfTheIterations() {
        assertThat(AFTER.since(BEFORE, "server-1", 20))
                .containsExactlyInAnyOrder(
                        new PhaseTime("server-1", MetricsSnapshot.Phase.PREPARE.name(), 1, 2_000),
                        new PhaseTime("server-1", MetricsSnapshot.Phase.FORCE.name(), 0.25, 200));
    }

    @Test
    void aPhaseThatDidNotComeAgainIsNone() {
        assertThat(AFTER.since(AFTER, "server-1", 20)).isEmpty();
    }
}
