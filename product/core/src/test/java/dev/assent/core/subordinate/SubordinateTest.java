package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.commit.Verb;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node with a transaction that came from another process: laws 14 to 20, as far as one process sees them. */
@Fast
class SubordinateTest extends SubordinatePart {
    // ---- the votes

    @Test
    void aVoteIsForcedWithItsSuperiorAndTheWordIsNot() throws Exception {
        joinOn(ID, orders, payments);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.assertExactly(
                "orders.start",
                "payments.start",
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "payments.end(TMSUCCESS)",
                "payments.prepare",
                "log.append(PREPARED)",
                "log.force",
                "orders.commit",
                "payments.commit",
                "log.release");
        assertThat(node.coordinator().find(ID)).isNull();
    }

    @Test
    void whatOnlyReadsIsOverWithItsVoteAndForcesNothing() throws Exception {
        joinOn(ID, orders, payments);
        orders.votes(XAResource.XA_RDONLY);
        payments.votes(XAResource.XA_RDONLY);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.READ_ONLY);
        assertThat(events.count("force")).isZero();
        assertThat(node.coordinator().find(ID)).isNull();
        assertThat(rollback(asked)).as("the others rolled back").isEqualTo(Answer.DONE);
    }

    @Test
    void withoutParticipantsTheVoteIsReadOnly() {
        join(ID);
        assertThat(prepare(subordinate(ID))).isEqualTo(Answer.READ_ONLY);
        assertThat(events.all()).isEmpty();
    }

    @Test
    void aParticipantThatRefusesRollsAllBackAndForcesNothing() throws Exception {
        joinOn(ID, orders, payments);
        payments.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.ROLLED_BACK);
        assertThat(events.all()).contains("orders.rollback");
        assertThat(events.count("force")).isZero();
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
    }

    /** No participant is asked to roll back then, and so none says that it did. */
    @Test
    void aRefusalOfTheOnlyParticipantIsNoCommitLater() throws Exception {
        joinOn(ID, orders);
        orders.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.ROLLED_BACK);
        assertThat(events.count("rollback")).isZero();
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
    }

    @Test
    void aHeuristicCommitBesideAReaderIsNotMixed() throws Exception {
        joinOn(ID, orders, payments);
        orders.votes(XAResource.XA_RDONLY);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        payments.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        assertThat(rollback(asked)).isEqualTo(Answer.HEURISTIC_COMMIT);
    }

    @Test
    void aMarkIsAVoteAgainst() throws Exception {
        joinOn(ID, orders).setRollbackOnly();
        assertThat(prepare(subordinate(ID))).isEqualTo(Answer.ROLLED_BACK);
        assertThat(events.count("prepare")).isZero();
    }

    @Test
    void whatIsAskedAgainIsAnsweredAgain() throws Exception {
        Subordinate asked = prepared(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        assertThat(events.all()).isEmpty();
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.clear();
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        assertThat(events.all()).isEmpty();
    }

    /** A message that comes twice may be answered twice, and the second answer may overtake the first. */
    @ParameterizedTest
    @CsvSource({"PREPARE, READ_ONLY", "COMMIT_ONE_PHASE, DONE", "ROLLBACK, DONE", "COMMIT, HEURISTIC_ROLLBACK"})
    void oneThatIsOverIsKnownUntilThatIsTold(Verb verb, Answer expected) throws Exception {
        joinOn(ID, orders);
        if (verb == Verb.PREPARE) {
            orders.votes(XAResource.XA_RDONLY);
        }
        ask(verb, first -> {
            answers.add(first);
            answers.add(ask(verb, second -> {}));
        });
        assertThat(answers).containsExactly(expected, expected);
        assertThat(node.coordinator().subordinate(ID)).isNull();
    }

    /** Also where no thread waits: whose record was forced does not lead for the others, while more and more may come. */
    @Test
    void whoseVoteIsDurableDoesNotWaitForTheForcesOfOthers() throws Exception {
        Queue<Runnable> workers = new ArrayDeque<>();
        node.close();
        SimulatedStorage storage = disk.mount(new SplittableRandom(1));
        node = TestNode.builder()
                .log(FileDecisionLog.open(
                        storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2)))
                .descriptions(superior.descriptions())
                .background(workers::add)
                .open();
        node.register(orders);
        joinOn(ID, orders);
        joinOn(STRANGERS, orders);
        List<Answer> later = new ArrayList<>();
        subordinate(ID).prepare(answers::add);
        storage.beforeForce(() -> {
            storage.beforeForce(() -> {});
            subordinate(STRANGERS).prepare(later::add);
            workers.remove().run();
        });

        long forces = storage.forces();
        workers.remove().run();
        assertThat(answers).containsExactly(Answer.PREPARED);
        assertThat(storage.forces() - forces).isOne();

        workers.remove().run();
        workers.remove().run();
        assertThat(later).containsExactly(Answer.PREPARED);
        assertThat(storage.forces() - forces).isEqualTo(2);
    }

    @Test
    void theLogsRefusalOfTheVoteRollsBack() throws Exception {
        joinOn(ID, orders, payments);
        node.log().refuseNextAppend();
        assertThat(prepare(subordinate(ID))).isEqualTo(Answer.ROLLED_BACK);
        assertThat(events.all()).contains("orders.rollback", "payments.rollback");
    }

    @Test
    void aVoteThatMayNotBeDurableIsNoneAndTheNodeStops() throws Exception {
        joinOn(ID, orders);
        node.log().failNextForce(Durability.UNKNOWN);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.REFUSED);
        assertThat(rollback(asked)).as("the next start finds out").isEqualTo(Answer.RETRY);
        assertThat(events.count("rollback")).isZero();
        assertThat(node.coordinator().isRunning()).isFalse();
    }

    // ---- the word

    @Test
    void aRollbackIsDoneInEveryStateBeforeTheWordToCommit() throws Exception {
        joinOn(ID, orders);
        assertThat(rollback(subordinate(ID))).isEqualTo(Answer.DONE);
        events.assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback");
        assertThat(rollback(prepared(ID))).isEqualTo(Answer.DONE);
        events.assertExactly("orders.rollback", "payments.rollback", "log.release");
    }

    @Test
    void aCommitWithoutAVoteRollsBackAndSaysSo() throws Exception {
        joinOn(ID, orders);
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        assertThat(events.count("commit")).isZero();
    }

    @Test
    void whatIsLeftOfACommitIsOnRecordBeforeItIsAcknowledged() throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.assertExactly("orders.commit", "payments.commit -> XAER_RMFAIL", "log.append(DECISION)", "log.force");
        restart();
        node.recovery().run(true);
        assertThat(events.all()).contains("payments.commit").doesNotContain("superior.ask");
        assertThat(payments.known()).isZero();
    }

    /** The second answer was DONE: work that its resource had lost counted for nothing, beside what another had committed. */
    @Test
    void workThatIsGoneWhenItIsToRollBackCountsBesideWhatAResourceHasCommitted() throws Exception {
        joinOn(ID, orders, payments);
        Subordinate asked = subordinate(ID);
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        payments.fails(XaVerb.END, XAException.XAER_RMFAIL);
        payments.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        payments.setOutage(new IOException("down"));
        assertThat(onePhase(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        payments.restart();
        payments.setOutage(null);
        node.recovery().run(true);
        assertThat(onePhase(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
    }

    /** It said HEURISTIC_COMMIT, of a commit that the superior had decided, and has forgotten for the acknowledgement. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAcknowledgedCommitIsNoHeuristicWhenItsSuperiorRemembersLessOfIt(boolean isRestarted) throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        if (isRestarted) {
            restart();
        }
        assertThat(rollback(subordinate(ID))).isEqualTo(Answer.DONE);
        node.recovery().run(true);
        assertThat(events.all()).contains("payments.commit").doesNotContain("payments.rollback");
        assertThat(payments.known()).isZero();
    }

    /** This life has rolled its work back, so the superior's commit is not one that was done long ago. */
    @Test
    void aCommitOfWhatARebuiltOneHasRolledBackIsAHeuristicRollback() throws Exception {
        prepared(ID);
        restart();
        answers.clear();
        superior.answers(word -> {
            word.decided(false);
            told(answers, subordinate(ID).commit(answers::add));
        });
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.rollback", "payments.rollback");
        assertThat(answers).containsExactly(Answer.HEURISTIC_ROLLBACK);
    }

    /** An earlier life may have acknowledged the commit, so that the superior knows no more of it than to roll back. */
    @Test
    void aRollbackDuringTheCommitOfARebuiltOneIsOfASuperiorThatHasForgotten() throws Exception {
        prepared(ID);
        restart();
        answers.clear();
        superior.answers(word -> {
            word.decided(true);
            told(answers, subordinate(ID).rollback(answers::add));
        });
        node.recovery().run(true);
        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(events.all()).contains("orders.commit", "payments.commit");
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void withoutThatRecordItIsNotAcknowledgedAndMayBeToldAgain() throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        node.log().refuseNextAppend();
        assertThat(commit(asked)).isEqualTo(Answer.RETRY);
        assertThat(subordinate(ID).transaction().step()).isEqualTo(Step.PREPARED);
        events.clear();
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.assertExactly("log.append(DECISION)", "log.force");
        node.recovery().run(true);
        assertThat(payments.known()).isZero();
    }

    @Test
    void aHeuristicOutcomeIsForcedReportedAndKept() throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        assertThat(events.all()).containsSubsequence("log.append(HEURISTIC)", "log.force");
        assertThat(subordinate(ID).transaction().step()).isEqualTo(Step.HEURISTIC);
        restart();
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.HEURISTIC_MIXED);
        assertThat(rollback(subordinate(ID))).isEqualTo(Answer.HEURISTIC_MIXED);
    }

    @Test
    void inOnePhaseTheSubordinateDecides() throws Exception {
        joinOn(ID, orders);
        assertThat(onePhase(subordinate(ID))).isEqualTo(Answer.DONE);
        events.assertExactly("orders.start", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
        events.clear();
        joinOn(ID, orders, payments);
        assertThat(onePhase(subordinate(ID))).isEqualTo(Answer.DONE);
        assertThat(events.all()).containsSubsequence("log.append(DECISION)", "log.force", "orders.commit");
    }

    @Test
    void aRefusedCommitInOnePhaseIsRolledBack() throws Exception {
        joinOn(ID, orders, payments);
        orders.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        assertThat(onePhase(subordinate(ID))).isEqualTo(Answer.ROLLED_BACK);
    }

    // ---- time

    /** So the superior need not collect votes. */
    @Test
    void anUnpreparedOneThatTimesOutReportsItToItsSuperiorOnce() throws Exception {
        joinOn(ID, orders);
        Subordinate unprepared = subordinate(ID);
        node.advance(Duration.ofSeconds(61));
        assertThat(events.all()).endsWith("orders.rollback", "superior.rolledBack");
        events.clear();
        assertThat(rollback(unprepared)).isEqualTo(Answer.DONE);
        events.assertExactly();
    }

    /** The superior must hear of what its participants did, so it must ask. */
    @Test
    void timeout_aResourceHasCommittedByItself_isNotReportedAsARollback() throws Exception {
        joinOn(ID, orders);
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        node.advance(Duration.ofSeconds(61));
        assertThat(events.all()).contains("log.append(HEURISTIC)").doesNotContain("superior.rolledBack");
        assertThat(rollback(subordinate(ID))).isEqualTo(Answer.HEURISTIC_COMMIT);
    }

    @Test
    void anUnpreparedOneTimesOutAndAPreparedOneNever() throws Exception {
        joinOn(ID, orders);
        Subordinate unprepared = subordinate(ID);
        node.advance(Duration.ofSeconds(61));
        assertThat(prepare(unprepared)).isEqualTo(Answer.ROLLED_BACK);
        Subordinate asked = prepared(ID);
        node.advance(Duration.ofDays(30));
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
    }

    @Test
    void aTimeoutIsFinite() {
        assertThatThrownBy(() -> node.inflow().join(ID, 0, superior)).hasMessageContaining("timeout 0 ms");
    }

    // ---- identity

    @Test
    void thereIsOneSubordinateOfATransactionAndTheNextHasAnotherName() {
        JtaTransaction first = join(ID);
        assertThat(join(ID)).isSameAs(first);
        LocalTransactionId incarnation = first.engine().incarnation();
        rollback(subordinate(ID));
        JtaTransaction second = join(ID);
        assertThat(second).isNotSameAs(first);
        assertThat(second.engine().incarnation()).isNotEqualTo(incarnation);
    }

    @Test
    void aForeignIdentityHasBranchesOfThisNodeAlsoAfterACrash() throws Exception {
        Subordinate asked = prepared(STRANGERS);
        LocalTransactionId incarnation = asked.transaction().incarnation();
        assertThat(inDoubtAtOrders()).containsExactly(incarnation);
        node.recovery().run(true);
        assertThat(orders.known()).as("a pass leaves it alone").isOne();
        restart();
        node.recovery().run(true);
        assertThat(orders.known()).as("a pass after a crash leaves it alone").isOne();
        assertThat(node.coordinator().find(Objects.requireNonNull(incarnation))).isNotNull();
        superior.answers(word -> word.decided(true));
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.commit", "payments.commit", "log.release");
        assertThat(node.coordinator().parked()).isEmpty();
    }

    /** As when the jar is missing that knows superiors of that kind. */
    @Test
    void theBranchesOfARecordThatIsNotUnderstoodAreLeftAlone() throws Exception {
        for (TransactionId id : List.of(ID, STRANGERS)) {
            prepared(id);
        }
        node.close();
        node = start(Descriptions.NONE);
        node.recovery().run(true);
        assertThat(orders.known() + payments.known()).isEqualTo(4);
        assertThat(events.count("rollback")).isZero();
    }

    @Test
    void anAssentIdentityIsInTheXids() throws Exception {
        prepared(ID);
        assertThat(inDoubtAtOrders()).containsExactly(ID);
    }

    // ---- Jakarta Transactions

    @Test
    void itsWorkCanNotEndItAndHasNoLastResource() throws Exception {
        JtaTransaction joined = joinOn(ID, orders);
        node.manager().resume(joined);
        assertThatThrownBy(node.manager()::commit)
                .hasMessageContaining("ASSENT-1028")
                .hasMessageContaining("superior");
        assertThatThrownBy(node.manager()::rollback).hasMessageContaining("ASSENT-1028");
        assertThat(node.manager().getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        assertThatThrownBy(() -> joined.engine().participants().checkRoomForLast("files"))
                .hasMessageContaining("ASSENT-2057");
        node.manager().suspend();
    }

    @Test
    void synchronizationsHearTheOutcomeOnce() throws Exception {
        List<Integer> heard = new ArrayList<>();
        JtaTransaction joined = joinOn(ID, orders, payments);
        joined.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                heard.add(-1);
            }

            @Override
            public void afterCompletion(int status) {
                heard.add(status);
            }
        });
        joined.callSynchronizations();
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        prepare(subordinate(ID));
        commit(subordinate(ID));
        node.recovery().run(true);
        assertThat(heard).containsExactly(-1, Status.STATUS_COMMITTED);
    }
}
