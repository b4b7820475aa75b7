package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.commit.Verb;
import dev.assent.core.fixture.resource.LateDispatcher;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Subordinate;
import dev.assent.harness.Fast;
import jakarta.transaction.Synchronization;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who does the work of a subordinate, who is answered, and what is remembered of those that are over. */
@Fast
class AnsweringSubordinateTest extends SubordinatePart {
    @Test
    void anAskerThatThrowsKeepsNobodyFromBeingToldAndTheNodeRuns() throws Exception {
        prepared(ID);
        restart();
        IllegalStateException bug = new IllegalStateException("a bug of a transport");
        Subordinate asked = subordinate(ID);
        answers.clear();
        asked.commit(late -> {
            throw bug;
        });
        asked.commit(answers::add);
        node.recovery().run(true);
        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(thrown).containsExactly(bug);
        assertThat(node.coordinator().isRunning()).isTrue();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void onlySoManyOfThoseWhoAskTheSameAreKept() throws Exception {
        prepared(ID);
        restart();
        Subordinate asked = subordinate(ID);
        answers.clear();
        for (int i = 0; i < 100; i++) {
            asked.commit(answers::add);
        }
        assertThat(answers).as("the oldest").hasSize(84).containsOnly(Answer.RETRY);
        node.recovery().run(true);
        assertThat(answers.subList(84, 100)).containsOnly(Answer.DONE);
    }

    @Test
    void theWorkOfAVerbIsDoneByAWorkerAndWhatIsKnownIsAnsweredAtOnce() throws Exception {
        List<Runnable> held = new ArrayList<>();
        TestNode slow = TestNode.builder().background(held::add).open();
        slow.inflow()
                .join(ID, 60_000, superior)
                .enlistResource(slow.resource("r").connect());
        Subordinate asked = Objects.requireNonNull(slow.coordinator().subordinate(ID));
        assertThat(prepare(asked)).isEqualTo(Answer.PENDING);
        assertThat(slow.events().count("prepare")).isZero();
        held.remove(0).run();
        assertThat(answers).containsExactly(Answer.PREPARED);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        assertThat(commit(asked)).isEqualTo(Answer.PENDING);
        held.remove(0).run();
        assertThat(answers).containsExactly(Answer.DONE);
        slow.close();
    }

    /** A transport's thread may bring it. */
    @ParameterizedTest
    @CsvSource({"COMMIT, false", "COMMIT, true", "ROLLBACK, false", "ROLLBACK, true"})
    void whoBringsTheLastAnswerAnswersTheSuperiorUnlessSomebodyHereIsToBeTold(Verb verb, boolean isWatched)
            throws Exception {
        Queue<Runnable> wire = new ArrayDeque<>();
        Queue<Runnable> workers = new ArrayDeque<>();
        List<Integer> heard = new ArrayList<>();
        node.close();
        node = late(wire, workers);
        JtaTransaction joined = joinOn(ID, orders, payments);
        if (isWatched) {
            joined.registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    // called before the vote is asked for
                }

                @Override
                public void afterCompletion(int status) {
                    heard.add(status);
                }
            });
            joined.callSynchronizations();
        }
        Subordinate asked = subordinate(ID);
        asked.prepare(answers::add);
        runAll(workers, wire, workers);
        assertThat(answers).containsExactly(Answer.PREPARED);
        ask(verb, answers::add);
        runAll(workers, wire);

        if (isWatched) {
            assertThat(answers).containsExactly(Answer.PREPARED);
            assertThat(heard).isEmpty();
            runAll(workers);
            assertThat(heard).hasSize(1);
        }
        assertThat(workers).isEmpty();
        assertThat(answers).containsExactly(Answer.PREPARED, Answer.DONE);
        assertThat(node.coordinator().subordinate(ID)).isNull();
    }

    /** To keep an outcome for the superior is more work than an end. */
    @Test
    void whatAnOperatorHasDecidedIsKeptByAWorker() throws Exception {
        Queue<Runnable> wire = new ArrayDeque<>();
        Queue<Runnable> workers = new ArrayDeque<>();
        node.close();
        node = late(wire, workers);
        JtaTransaction joined = joinOn(ID, orders, payments);
        subordinate(ID).prepare(answers::add);
        runAll(workers, wire, workers);
        assertThat(joined.engine().forOperator().claimHere()).isTrue();
        joined.engine().forOperator().resolveHere(true, new Act("operator", 0, "the superior is gone"));
        runAll(wire);

        assertThat(joined.engine().step()).isEqualTo(Step.OBEYING);
        runAll(workers);
        assertThat(joined.engine().step()).isEqualTo(Step.HEURISTIC);
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.PENDING);
        runAll(workers);
        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(node.coordinator().subordinate(ID)).isNull();
    }

    /** Its resources answer late, and work for a worker waits. */
    private TestNode late(Queue<Runnable> wire, Queue<Runnable> workers) {
        TestNode made = TestNode.builder()
                .events(events)
                .disk(disk)
                .descriptions(superior.descriptions())
                .dispatcher(new LateDispatcher(wire::add))
                .background(workers::add)
                .open();
        made.register(orders);
        made.register(payments);
        return made;
    }

    @SafeVarargs
    private static void runAll(Queue<Runnable>... queues) {
        for (Queue<Runnable> each : queues) {
            assertThat(each).isNotEmpty();
            for (int left = each.size(); left > 0; left--) {
                each.remove().run();
            }
        }
    }

    @Test
    void oneThatWasRolledBackByThisNodeIsKnownToBe() throws Exception {
        LocalTransactionId late = Objects.requireNonNull(join(ID).engine().incarnation());
        node.advance(Duration.ofSeconds(61));
        LocalTransactionId ended = Objects.requireNonNull(join(ID).engine().incarnation());
        rollback(subordinate(ID));
        LocalTransactionId committed =
                Objects.requireNonNull(joinOn(ID, orders).engine().incarnation());
        onePhase(subordinate(ID));
        assertThat(node.coordinator().isRolledBack(late)).isTrue();
        assertThat(node.coordinator().isRolledBack(ended))
                .as("its superior knows")
                .isFalse();
        assertThat(node.coordinator().isRolledBack(committed)).isFalse();
    }

    @Test
    void thoseRolledBackAreRememberedUpToALimit() {
        LocalTransactionId first = null;
        LocalTransactionId last = null;
        for (int batch = 0; batch < 101; batch++) {
            for (int i = 0; i < 100; i++) {
                TransactionId id = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 1 + i);
                last = Objects.requireNonNull(join(id).engine().incarnation());
                first = first == null ? last : first;
            }
            node.advance(Duration.ofSeconds(61));
        }
        assertThat(node.coordinator().isRolledBack(Objects.requireNonNull(last)))
                .isTrue();
        assertThat(node.coordinator().isRolledBack(Objects.requireNonNull(first)))
                .isFalse();
    }
}
