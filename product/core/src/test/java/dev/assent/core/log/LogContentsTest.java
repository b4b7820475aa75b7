package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.LogUnavailableException;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.harness.Fast;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A log that is only read. */
@Fast
class LogContentsTest {
    private final SimulatedDisk disk = new SimulatedDisk();

    @Test
    void itShowsWhatIsAliveAndTakesNothing() {
        try (FileDecisionLog log = FileDecisionLog.open(
                disk.mount(new SplittableRandom(1)),
                new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
                () -> new NodeId(1, 2))) {
            DecisionLogContract.decide(log, 1);
            ReplayedRecord over = DecisionLogContract.decide(log, 2);
            log.release(over.id());
            DecisionLogContract.decide(log, 3);
        }

        LogContents contents =
                LogContents.read(disk.mount(new SplittableRandom(2))).orElseThrow();

        MetricsSnapshot.Log alive = contents.statistics();
        assertThat(alive.records()).isEqualTo(2);
        assertThat(alive.liveBytes()).isPositive().isEqualTo(alive.capacityBytes());
        assertThat(alive.forces() + alive.checkpoints()).isZero();
        assertThat(contents.isAccepting()).isFalse();
        assertThat(contents.isCopy()).isFalse();
        assertThat(contents.force(1, later -> {})).isEqualTo(Durability.FENCED);
        assertThatThrownBy(() -> DecisionLogContract.decide(contents, 4))
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageContaining("ASSENT-");
    }
}
