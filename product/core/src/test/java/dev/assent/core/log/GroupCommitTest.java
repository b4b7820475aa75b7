package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many forces commits cost, and which callers get which answers, and when (laws 4, 6 and 8); all in one thread. */
@Fast
class GroupCommitTest {
    private final SimulatedDisk disk = new SimulatedDisk();
    private final SimulatedStorage storage = disk.mount(new SplittableRandom(1));
    private final FileDecisionLog log = open(storage);
    private final List<String> events = new ArrayList<>();
    private final Queue<Runnable> work = new ArrayDeque<>();
    private long sequence;

    private static FileDecisionLog open(SimulatedStorage storage) {
        return FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2));
    }

    @AfterEach
    void close() {
        storage.beforeForce(() -> {});
        log.close();
    }

    /** Notes its answers. Takes work to run later, if it is a waiting thread's. */
    private final class Noted implements ForceReply {
        private final String name;
        private final boolean waits;

        Noted(String name, boolean waits) {
            this.name = name;
            this.waits = waits;
        }

        @Override
        public void done(Durability durability) {
            events.add(name + " " + durability);
        }

        @Override
        public boolean lend(Runnable lent) {
            events.add(name + (waits ? " leads" : " declines"));
            return waits && work.add(lent);
        }
    }

    private TransactionId next() {
        return DecisionLogContract.id(log, ++sequence);
    }

    private long append() {
        return log.append(RecordKind.DECISION, next(), DecisionLogContract.body("decision " + sequence));
    }

    private Durability forceAlone() {
        return log.force(append(), DecisionLogContract.NONE);
    }

    /** Runs an action during the next force, and only that one. */
    private void duringForce(Runnable action) {
        storage.beforeForce(() -> {
            storage.beforeForce(() -> {});
            action.run();
        });
    }

    private void join(String name, boolean waits) {
        assertThat(log.force(append(), new Noted(name, waits))).isEqualTo(Durability.PENDING);
    }

    @Test
    void aLoneCommitCostsOneWriteAndOneForceOfOneSector() {
        for (int i = 0; i < 20; i++) {
            long writes = storage.writes();
            long forces = storage.forces();
            long calls = storage.calls();
            assertThat(forceAlone()).isEqualTo(Durability.DURABLE);
            assertThat(storage.writes() - writes).isEqualTo(1);
            assertThat(storage.forces() - forces).isEqualTo(1);
            assertThat(storage.calls() - calls).isEqualTo(2);
        }
        assertThat(log.statistics().forces()).isEqualTo(20);
    }

    @Test
    void aChangeOfSegmentCostsNoForceOfItsOwn() {
        long before = storage.forces();
        int commits = 300;
        for (int i = 0; i < commits; i++) {
            forceAlone();
            log.release(DecisionLogContract.id(log, sequence));
        }
        assertThat(storage.forces() - before).isEqualTo(commits);
        assertThat(log.statistics().checkpoints()).isPositive();
    }

    @Test
    void flush_forcesWhatWasReleasedOnce() {
        forceAlone();
        log.release(DecisionLogContract.id(log, sequence));
        assertThat(log.isPending()).isTrue();
        log.flush();
        assertThat(log.isPending()).isFalse();
        log.flush();
        assertThat(log.statistics().forces()).isEqualTo(2);
        SimulatedDisk after = disk.snapshot();
        after.losePower(new SplittableRandom(2));
        try (FileDecisionLog next = open(after.mount(new SplittableRandom(3)))) {
            next.replay((kind, id, body) -> events.add("kept " + id));
        }
        assertThat(events).isEmpty();
    }

    @Test
    void release_ofATransactionThatHasEnded_leavesNothingToForce() {
        forceAlone();
        log.release(DecisionLogContract.id(log, sequence));
        log.flush();
        log.release(DecisionLogContract.id(log, sequence));
        assertThat(log.isPending()).isFalse();
    }

    @Test
    void flush_duringAForce_leavesItToThoseWhoWait() {
        duringForce(() -> {
            append();
            log.flush();
            events.add("not now");
        });
        forceAlone();
        assertThat(events).containsExactly("not now");
        assertThat(log.isPending()).isTrue();
    }

    @Test
    void flush_leadsForThoseWhoComeMeanwhile() {
        append();
        duringForce(() -> join("b", false));
        log.flush();
        assertThat(events).containsExactly("b declines", "b DURABLE");
    }

    @Test
    void flush_fails_endsTheLog() {
        append();
        duringForce(() -> {
            throw new IllegalStateException("no disk");
        });
        log.flush();
        assertThat(log.isAccepting()).isFalse();
        assertThatThrownBy(this::append).isInstanceOf(LogUnavailableException.class);
        log.flush();
    }

    @Test
    void aPositionThatTheLogNeverGaveIsRefused() {
        long position = append();
        assertThatThrownBy(() -> log.force(position + 1, DecisionLogContract.NONE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(log.force(position, DecisionLogContract.NONE)).isEqualTo(Durability.DURABLE);
    }

    @Test
    void anEndRecordRidesWithTheNextForce() {
        forceAlone();
        long calls = storage.calls();
        log.release(DecisionLogContract.id(log, sequence));
        assertThat(storage.calls()).isEqualTo(calls);
        forceAlone();
        assertThat(storage.calls() - calls).isEqualTo(2);
    }

    @Test
    void thoseWhoComeDuringAForceShareTheNextOne() {
        duringForce(() -> {
            for (int i = 1; i <= 5; i++) {
                join("thread " + i, true);
            }
        });
        long forces = storage.forces();
        assertThat(forceAlone()).isEqualTo(Durability.DURABLE);
        assertThat(events).containsExactly("thread 1 leads");
        work.remove().run();
        assertThat(events)
                .containsExactly(
                        "thread 1 leads",
                        "thread 1 DURABLE",
                        "thread 2 DURABLE",
                        "thread 3 DURABLE",
                        "thread 4 DURABLE",
                        "thread 5 DURABLE");
        assertThat(storage.forces() - forces).isEqualTo(2);
    }

    @Test
    void whoseRecordIsInTheForceUnderWayIsAnsweredByIt() {
        long mine = append();
        long other = append();
        duringForce(() -> assertThat(log.force(other, new Noted("other", true))).isEqualTo(Durability.PENDING));
        long forces = storage.forces();
        assertThat(log.force(mine, DecisionLogContract.NONE)).isEqualTo(Durability.DURABLE);
        assertThat(events).containsExactly("other DURABLE");
        assertThat(storage.forces() - forces).isEqualTo(1);
    }

    @Test
    void theLeadIsLentBeforeThoseWhoAreCoveredAreAnswered() {
        long covered = append();
        duringForce(() -> {
            assertThat(log.force(covered, new Noted("covered", true))).isEqualTo(Durability.PENDING);
            join("later", true);
        });
        assertThat(forceAlone()).isEqualTo(Durability.DURABLE);
        assertThat(events).containsExactly("later leads", "covered DURABLE");
        work.remove().run();
        assertThat(events).endsWith("later DURABLE");
    }

    @Test
    void theLeadGoesToTheFirstWhoTakesIt() {
        duringForce(() -> {
            join("remote", false);
            join("thread", true);
        });
        forceAlone();
        assertThat(events).containsExactly("remote declines", "thread leads");
        work.remove().run();
        assertThat(events).endsWith("remote DURABLE", "thread DURABLE");
    }

    @Test
    void whenNobodyTakesTheLeadTheLeaderGoesOnItself() {
        duringForce(() -> {
            join("remote 1", false);
            duringForce(() -> join("remote 2", false));
        });
        long forces = storage.forces();
        assertThat(forceAlone()).isEqualTo(Durability.DURABLE);
        assertThat(events)
                .containsExactly("remote 1 declines", "remote 2 declines", "remote 1 DURABLE", "remote 2 DURABLE");
        assertThat(storage.forces() - forces).isEqualTo(3);
        assertThat(forceAlone()).isEqualTo(Durability.DURABLE);
    }

    @Test
    void manyRoundsOfManyWaitersAreAllAnswered() {
        for (int round = 0; round < 20; round++) {
            int waiters = round * 3;
            duringForce(() -> {
                for (int i = 0; i < waiters; i++) {
                    join("waiter", false);
                }
            });
            forceAlone();
        }
        assertThat(events).filteredOn("waiter DURABLE"::equals).hasSize(570);
    }

    @Test
    void aReplyThatThrowsDoesNotHurtTheOthers() {
        duringForce(() -> {
            long position = append();
            ForceReply broken = durability -> {
                throw new IllegalStateException("broken on purpose");
            };
            assertThat(log.force(position, broken)).isEqualTo(Durability.PENDING);
            join("other", false);
        });
        assertThat(forceAlone()).isEqualTo(Durability.DURABLE);
        assertThat(events).contains("other DURABLE");
        assertThat(forceAlone()).isEqualTo(Durability.DURABLE);
    }

    @Test
    void aForceThatFailsTellsUnknownToThoseItCoversAndFencedToAllOthers() {
        long durable = append();
        assertThat(log.force(durable, DecisionLogContract.NONE)).isEqualTo(Durability.DURABLE);
        long covered = append();
        duringForce(() -> {
            assertThat(log.force(covered, new Noted("covered", true))).isEqualTo(Durability.PENDING);
            join("later", true);
        });
        long mine = append();
        long unforced = append();
        storage.failAtCall(storage.calls() + 2);
        assertThat(log.force(mine, DecisionLogContract.NONE)).isEqualTo(Durability.UNKNOWN);
        assertThat(events).containsExactly("covered UNKNOWN", "later FENCED");
        failedForGood(durable, unforced);
    }

    @Test
    void aWriteThatFailsIsLikeAForceThatFails() {
        long durable = append();
        assertThat(log.force(durable, DecisionLogContract.NONE)).isEqualTo(Durability.DURABLE);
        storage.failAtCall(storage.calls() + 1);
        assertThat(forceAlone()).isEqualTo(Durability.UNKNOWN);
        failedForGood(durable, durable + 1);
    }

    private void failedForGood(long durable, long unforced) {
        assertThat(log.isAccepting()).isFalse();
        assertThat(log.failure()).isPresent();
        assertThat(log.force(unforced, DecisionLogContract.NONE)).isEqualTo(Durability.FENCED);
        assertThat(log.force(durable, DecisionLogContract.NONE)).isEqualTo(Durability.DURABLE);
        long calls = storage.calls();
        assertThatThrownBy(this::append)
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageContaining("has failed")
                .hasCauseInstanceOf(IOException.class);
        log.release(DecisionLogContract.id(log, 1));
        log.close();
        assertThat(storage.calls()).as("calls after the failure").isEqualTo(calls);
        disk.losePower(new SplittableRandom(2));
        try (FileDecisionLog reopened = open(disk.mount(new SplittableRandom(3)))) {
            assertThat(ReplayedRecord.of(reopened))
                    .extracting(ReplayedRecord::body)
                    .contains("decision 1");
        }
    }

    @Test
    void whatIsPendingWhenTheLogIsClosedIsWrittenWithOneForce() {
        append();
        append();
        long forces = storage.forces();
        log.close();
        assertThat(storage.forces() - forces).isEqualTo(1);
        assertThat(log.statistics().forces()).isEqualTo(1);
    }

    @Test
    void aLogWithNothingPendingIsClosedWithoutAForce() {
        forceAlone();
        long calls = storage.calls();
        log.close();
        assertThat(storage.calls()).isEqualTo(calls);
    }
}
