package dev.assent.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The processor time of a process between two looks. */
@Fast
class CpuTimeTest {
    @Test
    void aThreadThatHasEndedMeanwhileTakesNothingAway() {
        CpuTime before = new CpuTime(Map.of("1", 100L, "2", 1_000L));
        CpuTime after = new CpuTime(Map.of("1", 130L, "3", 5L));

        assertThat(after.since(before)).isEqualTo(35);
    }
}
