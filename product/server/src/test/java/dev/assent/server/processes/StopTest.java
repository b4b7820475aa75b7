package dev.assent.server.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Fast
class StopTest {
    @ParameterizedTest
    @EnumSource
    void few_overEachWire_meetEachProcessAndEachPhase(ProcessWire wire) {
        List<Stop> few = Stop.few(wire);

        assertThat(few).hasSize(10).isSubsetOf(Stop.all(wire));
        assertThat(few).extracting(Stop::role).contains(Role.values());
        assertThat(few)
                .extracting(Stop::point)
                .contains("CALLED_NORTH", "OUT_ANSWERED_PREPARED", "BEFORE_FORCE", "AFTER_FORCE", "OUT_COMMIT");
        assertThat(few).filteredOn(each -> each.scene() == Stop.Scene.START).hasSize(2);
        assertThat(few).extracting(Stop::commits).contains(true, false);
    }
}
