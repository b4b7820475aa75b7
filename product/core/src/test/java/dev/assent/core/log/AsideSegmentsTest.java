package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.harness.Fast;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The log of another node, which an operator has put into the folder of this one. */
@Fast
class AsideSegmentsTest {
    private static final NodeId OTHER = new NodeId(8, 9);

    private final SimulatedDisk disk = new SimulatedDisk();
    private final AsideLogs aside = new AsideSegments(disk.mount(new SplittableRandom(1)));

    /** A log with one decision, under the names of the other node's log. */
    private ReplayedRecord setAside() {
        SimulatedDisk others = new SimulatedDisk();
        ReplayedRecord decided;
        try (FileDecisionLog log = FileDecisionLog.open(
                others.mount(new SplittableRandom(2)), new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> OTHER)) {
            decided = DecisionLogContract.decide(log, 1);
        }
        for (String name : new String[] {LogFolder.A, LogFolder.B}) {
            disk.put(name + LogFolder.OF + OTHER, others.content(name));
        }
        return decided;
    }

    @Test
    void aLogOfAnotherNodeIsFoundAndRead() {
        ReplayedRecord decided = setAside();

        assertThat(aside.nodes()).containsExactly(OTHER);
        assertThat(aside.read(OTHER).map(ReplayedRecord::of).orElseThrow()).containsExactly(decided);
        assertThat(aside.read(new NodeId(8, 10))).isEmpty();
    }

    @Test
    void aLogThatIsPutAwayIsFoundNoMoreAndKept() {
        setAside();

        aside.putAway(OTHER);

        assertThat(aside.nodes()).isEmpty();
        assertThat(aside.read(OTHER)).isEmpty();
        for (String name : new String[] {LogFolder.A, LogFolder.B}) {
            assertThat(disk.forcedSectors(LogFolder.ADOPTED + name + LogFolder.OF + OTHER))
                    .as("also after a loss of power")
                    .isNotEmpty();
            assertThat(disk.forcedSectors(name + LogFolder.OF + OTHER)).isEmpty();
        }
    }
}
