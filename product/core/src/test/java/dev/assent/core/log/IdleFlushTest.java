package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.harness.Fast;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When an idle node forces its end records; the timer ticks every 50 ms. */
@Fast
class IdleFlushTest {
    private final AdjustableClock clock = new AdjustableClock();
    private final FileDecisionLog log = FileDecisionLog.open(
            new SimulatedDisk().mount(new SplittableRandom(1)),
            new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
            () -> new NodeId(1, 2));
    private final IdleFlush idle = new IdleFlush(log, clock, Runnable::run);
    private long sequence;

    @BeforeEach
    void start() {
        idle.tick();
    }

    @AfterEach
    void close() {
        log.close();
    }

    private void decide() {
        long position = log.append(RecordKind.DECISION, DecisionLogContract.id(log, ++sequence), out -> {});
        log.force(position, DecisionLogContract.NONE);
    }

    private void end() {
        log.release(DecisionLogContract.id(log, sequence));
    }

    private void pass(int millis) {
        for (int left = millis; left > 0; left -= 50) {
            clock.advance(Duration.ofMillis(50));
            idle.tick();
        }
    }

    private long forces() {
        return log.statistics().forces();
    }

    @Test
    void anEndRecordIsForcedAfterAShortWait() {
        decide();
        end();
        pass(400);
        assertThat(forces())
                .as("the force of the decision was seen at the first tick")
                .isEqualTo(1);
        pass(50);
        assertThat(forces()).isEqualTo(2);
        assertThat(log.isPending()).isFalse();
    }

    @Test
    void whenNothingIsPendingNothingIsForced() {
        decide();
        pass(5_000);
        assertThat(forces()).isEqualTo(1);
    }

    @Test
    void theWaitBeginsWithTheRecord() {
        pass(5_000);
        decide();
        pass(5_000);
        end();
        pass(350);
        assertThat(forces()).isEqualTo(1);
        pass(50);
        assertThat(forces()).isEqualTo(2);
    }

    @Test
    void whileDecisionsAreForcedTheyTakeTheEndRecordsAlong() {
        for (int i = 0; i < 20; i++) {
            decide();
            end();
            pass(300);
        }
        assertThat(forces()).isEqualTo(20);
    }

    /** The transactions that are not over need no force. */
    @Test
    void anEndRecordIsForcedBesideUnfinishedTransactions() {
        decide();
        decide();
        end();
        pass(450);
        assertThat(log.isPending()).isFalse();
        assertThat(forces()).isEqualTo(3);
    }
}
