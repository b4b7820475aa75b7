package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.assent.harness.Fast;
import dev.assent.lab.CpuTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How much other programs have used, by counts of the system. */
@Fast
class DisturbanceTest {
    private static final long SECOND = 1_000_000_000;
    private static final Disturbance BEFORE = new Disturbance(new CpuTime(Map.of("1", 5 * SECOND)), 0, 0);

    @Test
    void othersTimeAndWhatWasStolenCount() {
        CpuTime others = new CpuTime(Map.of("1", 5 * SECOND + 30_000_000, "2", 10_000_000L));

        assertThat(new Disturbance(others, 20_000_000, SECOND).since(BEFORE)).isEqualTo(0.06, offset(1e-9));
    }

    @Test
    void inAShortTimeNothingCanBeTold() {
        assertThat(new Disturbance(BEFORE.others(), 0, Disturbance.NANOS_MIN - 1).since(BEFORE))
                .isNaN();
        assertThat(new Disturbance(BEFORE.others(), 0, Disturbance.NANOS_MIN).since(BEFORE))
                .isZero();
    }

    @Test
    void whereTheSystemDoesNotTellNothingCanBeTold() {
        assertThat(Disturbance.UNKNOWN.since(Disturbance.UNKNOWN)).isNaN();
    }
}
