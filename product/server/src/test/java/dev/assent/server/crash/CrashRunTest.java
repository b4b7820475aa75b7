package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Fast
class CrashRunTest {
    private static final List<CrashPoint> POINTS = CrashPoint.inAllScenes(true);

    @Test
    void everyRunKillsTheProcessAtEveryPointOnceAndEveryServerAloneAndTogether() {
        for (int run = 0; run < CrashRun.RUNS_OF_A_CYCLE; run++) {
            List<CrashRun.Stop> stops = CrashRun.stops(run, POINTS);
            assertThat(stops.stream().filter(each -> each.target().isNode()).map(CrashRun.Stop::point))
                    .containsExactlyElementsOf(POINTS);
            assertThat(stops.stream().map(CrashRun.Stop::target).distinct())
                    .containsExactlyInAnyOrderElementsOf(EnumSet.allOf(CrashTarget.class));
        }
    }

    @Test
    void aCycleOfRunsHasEveryPointWithEveryTarget() {
        Set<CrashRun.Stop> all = new HashSet<>();
        IntStream.range(0, CrashRun.RUNS_OF_A_CYCLE).forEach(run -> all.addAll(CrashRun.stops(run, POINTS)));
        assertThat(all).hasSize(POINTS.size() * CrashTarget.values().length);
    }
}
