package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@Fast
class CrashPointTest {
    private static final List<CrashPoint> ALL = CrashPoint.inAllScenes(true);

    /**
     * The fault points of a single participant, of a participant that broke its word, and of a last resource without
     * XA.
     */
    private static final Set<FaultPoint> OUT_OF_REACH = EnumSet.of(
            FaultPoint.BEFORE_ONE_PHASE,
            FaultPoint.AFTER_ONE_PHASE,
            FaultPoint.BEFORE_FORGET,
            FaultPoint.AFTER_FORGET,
            FaultPoint.BEFORE_LAST_RECORD,
            FaultPoint.AFTER_LAST_RECORD,
            FaultPoint.BEFORE_LAST,
            FaultPoint.AFTER_LAST);

    @Test
    void theTourVisitsEveryFaultPointInReach() {
        Set<FaultPoint> visited =
                CrashPoint.all(false).stream().map(CrashPoint::point).collect(Collectors.toSet());
        assertThat(visited).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(OUT_OF_REACH)));
    }

    @Test
    void itVisitsBothParticipantsWhereAPointIsOfOne() {
        for (FaultPoint point : new FaultPoint[] {
            FaultPoint.BEFORE_PREPARE, FaultPoint.AFTER_PREPARE, FaultPoint.BEFORE_COMMIT, FaultPoint.AFTER_COMMIT
        }) {
            assertThat(ALL.stream()
                            .filter(each -> each.point() == point && each.scene() == CrashPoint.Scene.COMMIT)
                            .map(CrashPoint::participant))
                    .containsExactly(0, 1);
        }
    }

    @Test
    void aTransferCommitsExactlyFromTheDurableDecisionOn() {
        boolean decided = false;
        for (CrashPoint each : ALL) {
            if (each.scene() == CrashPoint.Scene.COMMIT) {
                decided |= each.point() == FaultPoint.AFTER_FORCE;
                assertThat(each.commits()).as(each.title()).isEqualTo(decided);
            }
        }
    }

    @Test
    void noTwoLinesHaveOneTitle() {
        assertThat(ALL.stream().map(CrashPoint::title)).doesNotHaveDuplicates();
    }
}
