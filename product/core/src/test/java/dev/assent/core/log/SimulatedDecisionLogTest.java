package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Fast
class SimulatedDecisionLogTest extends DecisionLogContract {
    private final SimulatedDisk disk = new SimulatedDisk();
    private final SplittableRandom random = new SplittableRandom(1);

    @Override
    protected DecisionLog open() {
        return open(LogOptions.SEGMENT_BYTES_MIN);
    }

    private DecisionLog open(int segmentBytes) {
        return FileDecisionLog.open(disk.mount(random), new LogOptions(segmentBytes), () -> new NodeId(1, 2));
    }

    /** The batch of a force, and the checkpoints of the next openings. */
    @Test
    void whatNeedsMoreThanOneWriteIsKeptWholeAndInItsPlace() {
        List<ReplayedRecord> kept = new ArrayList<>();
        try (DecisionLog log = open(LogOptions.SEGMENT_BYTES_DEFAULT)) {
            kept.add(decide(log, 1));
            long position = 0;
            for (int sequence = 2; sequence < 6; sequence++) {
                String text = Character.toString('a' + sequence).repeat(DecisionLog.BODY_BYTES_MAX);
                position = log.append(RecordKind.DECISION, id(log, sequence), body(text));
                kept.add(new ReplayedRecord(RecordKind.DECISION, id(log, sequence), text));
            }
            assertThat(log.force(position, NONE)).isEqualTo(Durability.DURABLE);
            kept.add(decide(log, 6));
        }
        for (int openings = 0; openings < 2; openings++) {
            try (DecisionLog log = open(LogOptions.SEGMENT_BYTES_DEFAULT)) {
                assertThat(ReplayedRecord.of(log)).containsExactlyElementsOf(kept);
            }
        }
    }
}
