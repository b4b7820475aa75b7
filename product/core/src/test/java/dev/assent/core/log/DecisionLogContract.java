package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.LogUnavailableException;
import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The contract of every decision log, sentence by sentence of {@link DecisionLog} and {@link ForceReply}. */
public abstract class DecisionLogContract {
    /** The reply of a force that is to be answered at once. */
    protected static final ForceReply NONE = durability -> fail("answered twice: " + durability);

    private static final int FUTURE_KIND = 91;

    /** Opens the log of this test's place, for the first time or after it was closed. */
    protected abstract DecisionLog open();

    /** Whether the log survives its process. */
    protected boolean isDurable() {
        return true;
    }

    /** An identity of the log's own node. */
    protected static TransactionId id(DecisionLog log, long sequence) {
        return new LocalTransactionId(log.life(), sequence);
    }

    /** A body of one byte a character. */
    protected static RecordBody body(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return out -> out.putBytes(bytes, 0, bytes.length);
    }

    /** Appends and forces a decision. */
    protected static ReplayedRecord decide(DecisionLog log, long sequence) {
        TransactionId id = id(log, sequence);
        String text = "decision " + sequence;
        long position = log.append(RecordKind.DECISION, id, body(text));
        assertThat(log.force(position, NONE)).isEqualTo(Durability.DURABLE);
        return new ReplayedRecord(RecordKind.DECISION, id, text);
    }

    @Test
    void aNewLogIsInItsFirstEpochAndEmpty() {
        try (DecisionLog log = open()) {
            assertThat(log.life().epoch()).isEqualTo(1);
            assertThat(log.isAccepting()).isTrue();
            assertThat(ReplayedRecord.of(log)).isEmpty();
            assertThat(log.statistics().records()).isZero();
            assertThat(log.statistics().forces()).isZero();
        }
    }

    @Test
    void eachOpeningTakesTheNextEpochOfTheSameNode() {
        assumeTrue(isDurable());
        DecisionLog first = open();
        first.close();
        for (int epoch = 2; epoch < 6; epoch++) {
            try (DecisionLog log = open()) {
                assertThat(log.life().node()).isEqualTo(first.life().node());
                assertThat(log.life().epoch()).isEqualTo(epoch);
            }
        }
    }

    @Test
    void eachOpeningKnowsTheLivesBefore() {
        List<NodeEpoch> lives = new ArrayList<>();
        for (int i = 0; i < (isDurable() ? 4 : 1); i++) {
            try (DecisionLog log = open()) {
                lives.add(log.life());
                assertThat(lives).allMatch(log.lives()::contains);
                assertThat(log.lives().epochLast()).isEqualTo(log.life().epoch());
                NodeEpoch other = new NodeEpoch(
                        log.life().node(), log.life().epoch(), log.life().mark() + 1);
                assertThat(log.lives().contains(other)).isFalse();
            }
        }
    }

    @Test
    void aForceOnAnIdleLogIsAnsweredAtOnce() {
        try (DecisionLog log = open()) {
            long position = log.append(RecordKind.DECISION, id(log, 1), body("a"));
            assertThat(log.force(position, NONE)).isEqualTo(Durability.DURABLE);
        }
    }

    @Test
    void aForceOfWhatIsDurableIsAnsweredAtOnceAndCostsNothing() {
        try (DecisionLog log = open()) {
            long first = log.append(RecordKind.DECISION, id(log, 1), body("a"));
            long second = log.append(RecordKind.DECISION, id(log, 2), body("b"));
            assertThat(log.force(second, NONE)).isEqualTo(Durability.DURABLE);
            long forces = log.statistics().forces();
            assertThat(log.force(first, NONE)).isEqualTo(Durability.DURABLE);
            assertThat(log.force(second, NONE)).isEqualTo(Durability.DURABLE);
            assertThat(log.statistics().forces()).isEqualTo(forces);
        }
    }

    @Test
    void whatWasAppendedSinceTheOpeningIsNotReplayed() {
        try (DecisionLog log = open()) {
            decide(log, 1);
            assertThat(ReplayedRecord.of(log)).isEmpty();
        }
    }

    @Test
    void forcedRecordsAreReplayedAfterTheNextOpeningAndAfterTheOneBehindIt() {
        assumeTrue(isDurable());
        List<ReplayedRecord> decided = new ArrayList<>();
        try (DecisionLog log = open()) {
            for (int i = 0; i < 20; i++) {
                decided.add(decide(log, i));
            }
        }
        for (int i = 0; i < 3; i++) {
            try (DecisionLog log = open()) {
                assertThat(ReplayedRecord.of(log)).containsExactlyElementsOf(decided);
                assertThat(ReplayedRecord.of(log)).containsExactlyElementsOf(decided);
            }
        }
    }

    @Test
    void recordsOfOneTransactionAreReplayedInTheirOrder() {
        assumeTrue(isDurable());
        TransactionId id;
        try (DecisionLog log = open()) {
            id = id(log, 1);
            log.append(RecordKind.DECISION, id, body("first"));
            log.append(RecordKind.DECISION, id(log, 2), body("another"));
            log.append(RecordKind.HEURISTIC, id, body("second"));
            log.force(log.append(RecordKind.HEURISTIC, id, body("third")), NONE);
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log))
                    .filteredOn(each -> each.id().equals(id))
                    .extracting(ReplayedRecord::body)
                    .containsExactly("first", "second", "third");
        }
    }

    @Test
    void bodiesAreReplayedReadOnlyAndBigEndian() {
        assumeTrue(isDurable());
        try (DecisionLog log = open()) {
            RecordBody body =
                    out -> out.putByte(200).putInt(-2).putLong(Long.MIN_VALUE).putString("äß");
            log.force(log.append(RecordKind.DECISION, id(log, 1), body), NONE);
        }
        try (DecisionLog log = open()) {
            List<Integer> seen = new ArrayList<>();
            log.replay((kind, id, body) -> {
                seen.add(kind);
                assertThat(body.isReadOnly()).isTrue();
                assertThat(body.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
                assertThat(body.get()).isEqualTo((byte) 200);
                assertThat(body.getInt()).isEqualTo(-2);
                assertThat(body.getLong()).isEqualTo(Long.MIN_VALUE);
                assertThat(body.getShort()).isEqualTo((short) 4);
                assertThat(body.remaining()).isEqualTo(4);
            });
            assertThat(seen).hasSize(1);
        }
    }

    @Test
    void aReleasedTransactionIsForgottenWithTheNextForce() {
        assumeTrue(isDurable());
        ReplayedRecord kept;
        try (DecisionLog log = open()) {
            decide(log, 1);
            log.append(RecordKind.HEURISTIC, id(log, 1), body("more"));
            log.release(id(log, 1));
            kept = decide(log, 2);
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).containsExactly(kept);
        }
    }

    @Test
    void aReplayedTransactionCanBeReleased() {
        assumeTrue(isDurable());
        ReplayedRecord first;
        try (DecisionLog log = open()) {
            first = decide(log, 1);
            decide(log, 2);
        }
        try (DecisionLog log = open()) {
            log.release(first.id());
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).extracting(ReplayedRecord::body).containsExactly("decision 2");
        }
    }

    @Test
    void aTransactionThatIsUnknownCanBeReleasedToo() {
        try (DecisionLog log = open()) {
            log.release(id(log, 77));
            decide(log, 1);
            log.release(id(log, 1));
            log.release(id(log, 1));
            assertThat(log.isAccepting()).isTrue();
        }
    }

    @Test
    void aTransactionMayComeBackAfterItsRelease() {
        assumeTrue(isDurable());
        ReplayedRecord again;
        try (DecisionLog log = open()) {
            decide(log, 1);
            log.release(id(log, 1));
            again = decide(log, 1);
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).containsExactly(again);
        }
    }

    @Test
    void identitiesOfAnyOriginAndLengthAreKept() {
        assumeTrue(isDurable());
        List<TransactionId> ids = List.of(
                new ForeignTransactionId(0, new byte[0]),
                new ForeignTransactionId(-1, "urn:uuid:ws-at".getBytes(StandardCharsets.US_ASCII)),
                new ForeignTransactionId(7, new byte[ForeignTransactionId.BYTES_MAX]));
        try (DecisionLog log = open()) {
            ids.forEach(id -> log.append(RecordKind.DECISION, id, body("")));
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).extracting(ReplayedRecord::id).containsExactlyElementsOf(ids);
        }
    }

    @Test
    void kindsFromTheFutureAreKeptAndReplayed() {
        assumeTrue(isDurable());
        try (DecisionLog log = open()) {
            log.append(FUTURE_KIND, id(log, 1), body("from the future"));
            log.append(-1, id(log, 1), body("from farther away"));
        }
        open().close();
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).extracting(ReplayedRecord::kind).containsExactly(FUTURE_KIND, -1);
        }
    }

    @Test
    void endRecordsAreNotAppended() {
        try (DecisionLog log = open()) {
            TransactionId id = id(log, 1);
            assertThatThrownBy(() -> log.append(RecordKind.END, id, body("")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aBodyMayBeEmptyOrAsLongAsAllowed() {
        String longest = "x".repeat(DecisionLog.BODY_BYTES_MAX);
        try (DecisionLog log = open()) {
            log.append(RecordKind.DECISION, id(log, 1), body(longest));
            long position = log.append(RecordKind.DECISION, id(log, 2), body(""));
            assertThat(log.force(position, NONE)).isEqualTo(Durability.DURABLE);
        }
        assumeTrue(isDurable());
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).extracting(ReplayedRecord::body).containsExactly(longest, "");
        }
    }

    @Test
    void aBodyThatIsTooLongIsRefusedAndLeavesNoTrace() {
        assumeTrue(isDurable());
        ReplayedRecord before;
        ReplayedRecord after;
        try (DecisionLog log = open()) {
            before = decide(log, 1);
            TransactionId id = id(log, 2);
            assertThatThrownBy(() ->
                            log.append(RecordKind.DECISION, id, body("x".repeat(DecisionLog.BODY_BYTES_MAX + 1))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(DecisionLog.BODY_BYTES_MAX));
            after = decide(log, 3);
            assertThat(log.statistics().records()).isEqualTo(2);
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).containsExactly(before, after);
        }
    }

    @Test
    void aBodyThatFailsLeavesNoTrace() {
        assumeTrue(isDurable());
        ReplayedRecord after;
        try (DecisionLog log = open()) {
            TransactionId id = id(log, 2);
            RecordBody failing = out -> {
                out.putString("half a body");
                throw new IllegalStateException("no more");
            };
            assertThatThrownBy(() -> log.append(RecordKind.DECISION, id, failing))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no more");
            after = decide(log, 3);
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).containsExactly(after);
        }
    }

    @Test
    void aFullLogRefusesRecordsUntilTransactionsAreReleased() {
        assumeTrue(isDurable());
        String text = "x".repeat(DecisionLog.BODY_BYTES_MAX);
        List<String> kept = new ArrayList<>();
        try (DecisionLog log = open()) {
            long last = fill(log, text);
            long live = log.statistics().liveBytes();
            TransactionId id = id(log, last + 1);
            assertThatThrownBy(() -> log.append(RecordKind.DECISION, id, body(text)))
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageContaining("full")
                    .hasMessageContaining(Long.toString(live));
            assertThat(log.statistics().liveBytes()).isEqualTo(live);
            assertThat(log.isAccepting()).isTrue();
            for (int i = 0; i < 5; i++) {
                log.release(id(log, last + i));
                long position = log.append(RecordKind.DECISION, id(log, last + i + 1), body(text));
                assertThat(log.force(position, NONE)).isEqualTo(Durability.DURABLE);
            }
            for (int i = 0; i <= last; i++) {
                kept.add(text);
            }
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).extracting(ReplayedRecord::body).containsExactlyElementsOf(kept);
        }
    }

    @Test
    void aFullLogHasRoomForAnOperatorsRecordAndWhatComesOfIt() {
        assumeTrue(isDurable());
        String reason = "x".repeat(500);
        try (DecisionLog log = open()) {
            TransactionId waiting = decide(log, 0).id();
            long last = 1;
            while (log.statistics().liveBytes() + 200 < log.statistics().capacityBytes()) {
                decide(log, last++);
            }
            long refused = last;
            for (int kind : List.of(RecordKind.DECISION, RecordKind.LAST_RESOURCE, RecordKind.ADOPTED)) {
                assertThatThrownBy(() -> log.append(kind, id(log, refused), body(reason)))
                        .isInstanceOf(LogUnavailableException.class)
                        .hasMessageContaining("ASSENT-3010");
            }
            log.append(RecordKind.RESOLUTION, waiting, body(reason));
            long position = log.append(RecordKind.HEURISTIC, waiting, body(reason.substring(100)));
            assertThat(log.force(position, NONE)).isEqualTo(Durability.DURABLE);
            assertThat(log.statistics().liveBytes())
                    .isGreaterThan(log.statistics().capacityBytes());
            assertThatThrownBy(() -> log.append(RecordKind.FORGETTING, waiting, body(reason)))
                    .as("that room has an end, too")
                    .isInstanceOf(LogUnavailableException.class);
        }
        try (DecisionLog log = open()) {
            List<ReplayedRecord> replayed = ReplayedRecord.of(log);
            assertThat(replayed)
                    .filteredOn(each -> each.id().equals(replayed.get(0).id()))
                    .extracting(ReplayedRecord::kind)
                    .containsExactly(RecordKind.DECISION, RecordKind.RESOLUTION, RecordKind.HEURISTIC);
            log.release(replayed.get(0).id());
            decide(log, 99_999);
        }
    }

    @Test
    void aFullLogHasRoomForAHeuristicOutcomeAndThenStillForAnOperator() {
        assumeTrue(isDurable());
        try (DecisionLog log = open()) {
            TransactionId first = decide(log, 0).id();
            long last = 1;
            while (log.statistics().liveBytes() + 200 < log.statistics().capacityBytes()) {
                decide(log, last++);
            }
            String text = "x".repeat(250);
            log.append(RecordKind.HEURISTIC, first, body(text));
            TransactionId second = id(log, 1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 4; i++) {
                            log.append(RecordKind.HEURISTIC, second, body(text));
                        }
                    })
                    .isInstanceOf(LogUnavailableException.class);
            log.append(RecordKind.FORGETTING, first, body(text));
        }
    }

    /** Otherwise a last resource could commit, and the log would have no room for the decision. */
    @Test
    void whoeverMayAskALastResourceHasRoomForTheDecision() {
        assumeTrue(isDurable());
        try (DecisionLog log = open()) {
            String text = "x".repeat(1000);
            int announced = 0;
            try {
                while (true) {
                    log.append(RecordKind.LAST_RESOURCE, id(log, announced), body(text));
                    announced++;
                }
            } catch (LogUnavailableException full) {
                assertThat(announced).isGreaterThan(20);
            }
            try {
                for (long other = announced + 1; ; other++) {
                    log.append(RecordKind.DECISION, id(log, other), body("of one that has none"));
                }
            } catch (LogUnavailableException full) {
                assertThat(log.statistics().liveBytes()).isPositive();
            }
            for (int i = 0; i < announced; i++) {
                log.append(i % 2 == 0 ? RecordKind.DECISION : RecordKind.ROLLBACK, id(log, i), body(text));
            }
            for (int i = 0; i < announced; i++) {
                log.release(id(log, i));
            }
            log.append(RecordKind.LAST_RESOURCE, id(log, announced), body(text));
        }
    }

    @Test
    void theRoomPromisedToALastResourceIsGivenBackWithItsDecision() {
        String text = "x".repeat(DecisionLog.BODY_BYTES_MAX / 2);
        try (DecisionLog log = open()) {
            for (int i = 0; i < 200; i++) {
                TransactionId id = id(log, i);
                log.append(RecordKind.LAST_RESOURCE, id, body(text));
                log.append(i % 2 == 0 ? RecordKind.DECISION : RecordKind.ROLLBACK, id, body(text));
                log.release(id);
            }
            decide(log, 1000);
        }
    }

    private static long fill(DecisionLog log, String text) {
        for (long sequence = 0; ; sequence++) {
            log.append(RecordKind.DECISION, id(log, sequence), body(text));
            if (log.statistics().liveBytes() + text.length() + 64
                    > log.statistics().capacityBytes()) {
                return sequence;
            }
        }
    }

    @Test
    void appendingAndReleasingWithoutAnyForceNeedsNoMoreThanTheCapacity() {
        try (DecisionLog log = open()) {
            String text = "x".repeat(DecisionLog.BODY_BYTES_MAX);
            for (int i = 0; i < 100; i++) {
                log.append(RecordKind.DECISION, id(log, i), body(text));
                log.release(id(log, i));
            }
            decide(log, 1000);
        }
        assumeTrue(isDurable());
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).extracting(ReplayedRecord::body).containsExactly("decision 1000");
        }
    }

    @Test
    void statisticsCountRecordsAndWhatIsAlive() {
        try (DecisionLog log = open()) {
            decide(log, 1);
            decide(log, 2);
            assertThat(log.statistics().records()).isEqualTo(2);
            assertThat(log.statistics().capacityBytes()).isGreaterThanOrEqualTo(DecisionLog.BODY_BYTES_MAX);
            long both = log.statistics().liveBytes();
            log.release(id(log, 1));
            assertThat(log.statistics().liveBytes()).isEqualTo(both / 2);
            log.release(id(log, 2));
            assertThat(log.statistics().liveBytes()).isZero();
            assertThat(log.statistics().records()).isEqualTo(2);
        }
    }

    @Test
    void aClosedLogTakesNothingMore() {
        DecisionLog log = open();
        long position = log.append(RecordKind.DECISION, id(log, 1), body("a"));
        log.close();
        log.close();
        assertThat(log.isAccepting()).isFalse();
        TransactionId id = id(log, 2);
        assertThatThrownBy(() -> log.append(RecordKind.DECISION, id, body("b")))
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageContaining("closed");
        log.release(id);
        assertThat(log.force(position, NONE)).isEqualTo(Durability.DURABLE);
        assertThat(log.statistics().records()).isEqualTo(1);
    }

    @Test
    void closingWritesWhatIsPending() {
        assumeTrue(isDurable());
        try (DecisionLog log = open()) {
            decide(log, 1);
            log.append(RecordKind.DECISION, id(log, 2), body("pending"));
            log.release(id(log, 1));
        }
        try (DecisionLog log = open()) {
            assertThat(ReplayedRecord.of(log)).extracting(ReplayedRecord::body).containsExactly("pending");
        }
    }

    @Test
    void aThreadThatIsInterruptedForcesAsAnyOther() {
        try (DecisionLog log = open()) {
            Thread.currentThread().interrupt();
            decide(log, 1);
            assertThat(Thread.interrupted()).isTrue();
            decide(log, 2);
        }
    }

    @Test
    void threadsThatForceAtOnceAreAllAnsweredOnceAndNothingIsLost() throws InterruptedException {
        int threads = 8;
        int each = 50;
        List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
        DecisionLog log = open();
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            long first = (long) i * each;
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    commitAll(log, first, each);
                } catch (Throwable e) {
                    problems.add(e);
                }
            });
            thread.start();
            all.add(thread);
        }
        start.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        log.close();
        assertThat(problems).isEmpty();
        assertThat(log.statistics().forces()).isLessThanOrEqualTo((long) threads * each + 1);
        assumeTrue(isDurable());
        try (DecisionLog reopened = open()) {
            assertThat(ReplayedRecord.of(reopened))
                    .extracting(ReplayedRecord::id)
                    .doesNotHaveDuplicates()
                    .hasSize(threads * each / 2);
        }
    }

    /** Forces transactions one by one, and releases every other. */
    private static void commitAll(DecisionLog log, long first, int count) throws InterruptedException {
        for (long sequence = first; sequence < first + count; sequence++) {
            long position = log.append(RecordKind.DECISION, id(log, sequence), body("decision " + sequence));
            WaitingReply reply = new WaitingReply();
            Durability answer = log.force(position, reply);
            assertThat(answer == Durability.PENDING ? reply.await() : answer).isEqualTo(Durability.DURABLE);
            if (sequence % 2 == 0) {
                log.release(id(log, sequence));
            }
        }
    }
}
