package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.Setting;
import dev.assent.TransactionId;
import dev.assent.core.Internals;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class PhaseTimesTest {
    private final PhaseTimes phases = new PhaseTimes();

    @ParameterizedTest
    @ValueSource(strings = {"inline", "parallel"})
    void thePhasesOfTransactionsAddUpToTheirWholeTime(String dispatch) throws Exception {
        int transactions = 20;
        long wholeNanos = 0;
        AssentConfig config =
                AssentConfig.defaults().with(Setting.LOG, "memory").with(Setting.DISPATCH, dispatch);
        try (Assent assent =
                Internals.tracer(Assent.builder().config(config), phases).open()) {
            RecordingResource north = new RecordingResource("north", new EventList());
            RecordingResource south = new RecordingResource("south", new EventList());
            assent.register(north);
            assent.register(south);
            for (int i = 0; i < transactions; i++) {
                phases.begin();
                assent.transactionManager().begin();
                assent.transactionManager().getTransaction().enlistResource(north.connect());
                assent.transactionManager().getTransaction().enlistResource(south.connect());
                assent.transactionManager().commit();
                wholeNanos += phases.end();
            }
        }
        assertThat(Arrays.stream(Phase.values()).mapToDouble(phases::meanMillis))
                .allSatisfy(mean -> assertThat(mean).isPositive());
        assertThat(Arrays.stream(Phase.values()).mapToDouble(phases::meanMillis).sum())
                .isCloseTo(wholeNanos / 1e6 / transactions, within(1e-9));
        assertThat(phases.prepares()).isEqualTo(2);
        assertThat(phases.commits()).isEqualTo(2);
    }

    @Test
    void recoveryAndTransactionsOfOthersAreNotMeasured() {
        TransactionId other = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 1, 0), 1);
        TransactionId own = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 1, 0), 2);
        phases.at(FaultPoint.RECOVERY_LISTED, null, -1);
        phases.at(FaultPoint.AFTER_PREPARE, other, 0);
        phases.begin();
        for (TransactionId id : List.of(own, other)) {
            phases.at(FaultPoint.BEFORE_PREPARE, id, 0);
            phases.at(FaultPoint.AFTER_PREPARE, id, 0);
            phases.at(FaultPoint.AFTER_COMMIT, id, 0);
        }
        phases.end();
        phases.at(FaultPoint.AFTER_COMMIT, other, 1);
        assertThat(phases.prepares()).isEqualTo(1);
        assertThat(phases.commits()).isEqualTo(1);
    }
}
