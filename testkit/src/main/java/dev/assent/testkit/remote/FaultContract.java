package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.remote.service.CallLostException;
import dev.assent.remote.service.ServiceRefusedException;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.Waiting;
import jakarta.transaction.RollbackException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that are lost, repeated, late or out of order, and peers that hang or die. */
abstract class FaultContract extends ContractPart {
    private static final Duration LONGER_THAN_A_SUBORDINATE_WAITS = Duration.ofSeconds(61);

    // ---- lost

    @Test
    void aLostReplyLeavesTheTransactionToRollBackAndTheCallIsNotSentAgain() throws Exception {
        JtaTransaction begun = a().begin();
        wire().next(MessageKind.CALL, Passage::loseAnswer);
        assertThatThrownBy(() -> a().office(b()).work())
                .isInstanceOf(CallLostException.class)
                .hasMessageContaining("ASSENT-8010")
                .hasMessageContaining("office.work")
                .hasMessageContaining(begun.id().toString());
        assertThatThrownBy(() -> a().office(b()).work())
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8047");
        assertCommitRollsBack();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        world().settle();
        assertRolledBack(a(), b());
        assertThat(count("b.called")).isOne();
    }

    @Test
    void aLostCallLeavesTheTransactionToRollBack() throws Exception {
        a().begin();
        wire().next(MessageKind.CALL, Passage::lose);
        assertThatThrownBy(() -> a().office(b()).work()).isInstanceOf(CallLostException.class);
        assertCommitRollsBack();
        assertRolledBack(a());
        assertThat(count("b.called")).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"PREPARE", "BEFORE_COMPLETION"})
    void withoutAVoteAllRollBack(MessageKind lost) throws Exception {
        assumeTrue(lost == MessageKind.PREPARE || can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).workBeforeCompletion("");
        wire().next(lost, Passage::lose);
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @ParameterizedTest
    @EnumSource(names = {"PREPARE", "BEFORE_COMPLETION"})
    void whereTheVoteIsLostAllRollBack(MessageKind lost) throws Exception {
        assumeTrue(lost == MessageKind.PREPARE || can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).workBeforeCompletion("");
        wire().next(lost, Passage::loseAnswer);
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aLostDecisionIsToldAgain() throws Exception {
        wire().next(MessageKind.COMMIT, Passage::lose);
        beginAtBoth();
        commit();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aDecisionWhoseAcknowledgementIsLostIsDoneOnce() throws Exception {
        wire().next(MessageKind.COMMIT, Passage::loseAnswer);
        beginAtBoth();
        commit();
        world().settle();
        assertCommitted(a(), b());
        assertThat(count("b.commit")).isOne();
        assertThat(wire().sent(MessageKind.COMMIT)).isEqualTo(2);
    }

    @Test
    void aLostRollbackHoldsNobodyForEver() throws Exception {
        wire().next(MessageKind.ROLLBACK, Passage::lose);
        beginAtBoth();
        rollback();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aLostRollbackOfWhatIsPreparedIsAskedFor() throws Exception {
        assumeTrue(can(Feature.INQUIRY));
        wire().next(MessageKind.PREPARE, Passage::loseAnswer);
        wire().next(MessageKind.ROLLBACK, Passage::lose);
        beginAtBoth();
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aOnePhaseCommitWhoseAnswerIsLostIsNoSuccess() throws Exception {
        assumeTrue(can(Feature.ONE_PHASE));
        a().service().node().begin();
        a().office(b()).work();
        wire().next(MessageKind.COMMIT_ONE_PHASE, Passage::loseAnswer);
        assertThatThrownBy(this::commit).isNotInstanceOf(RollbackException.class);
        assertThat(b().resource().committed()).isOne();
        assertThat(a().coordinator().parked()).as("a hazard, law 11").hasSize(1);
    }

    @Test
    void aRegistrationThatIsLostWithItsReplyDoesNotCommitTheRest() throws Exception {
        a().begin();
        wire().next(MessageKind.CALL, Passage::loseAnswer);
        assertThatThrownBy(() -> a().office(b()).work()).isInstanceOf(CallLostException.class);
        assertCommitRollsBack();
        assertThat(b().resource().committed()).isZero();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void whereItIsLostThatTheTimeOfOneIsOverTheVoteSaysIt() throws Exception {
        wire().all(MessageKind.VOTE, Passage::lose);
        beginAtBoth();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        ContractWorld.until(() -> b().resource().rolledBack() == 1);
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
        assertThat(wire().sent(MessageKind.PREPARE)).isOne();
    }

    @Test
    void thatTheTimeOfOneIsOverMayComeTwice() throws Exception {
        wire().all(MessageKind.VOTE, Passage::repeat);
        JtaTransaction begun = a().begin();
        a().office(b()).work();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        ContractWorld.until(() -> begun.engine().isMarkedRollback());
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    /** Another transaction of the same thread goes on as if nothing had come. */
    @Test
    void thatTheTimeOfOneIsOverMayComeWhenAllIsOver() throws Exception {
        CompletableFuture<Passage> held = wire().hold(MessageKind.VOTE);
        beginAtBoth();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        Passage late = ContractWorld.get(held);
        late.lose();
        assertCommitRollsBack();
        world().settle();
        beginAtBoth();
        late.deliver();
        world().quiet();
        commit();
        world().settle();
        assertThat(a().resource().committed()).isOne();
        assertThat(b().resource().committed()).isOne();
    }

    // ---- repeated

    @ParameterizedTest
    @EnumSource(names = {"REGISTER", "BEFORE_COMPLETION", "PREPARE", "COMMIT"})
    void whatComesTwiceIsDoneOnce(MessageKind kind) throws Exception {
        wire().all(kind, Passage::repeat);
        commitOfDiamond();
    }

    @ParameterizedTest
    @EnumSource(names = {"REGISTER", "BEFORE_COMPLETION", "PREPARE", "COMMIT"})
    void whatComesAgainLaterIsDoneOnce(MessageKind kind) throws Exception {
        wire().all(kind, Passage::repeatLater);
        commitOfDiamond();
    }

    private void commitOfDiamond() throws Exception {
        boolean canRun = can(Feature.SYNCHRONIZATIONS);
        a().begin();
        a().office(b()).workAndPassOn(d().officeAddress());
        if (canRun) {
            a().office(c()).passOnBeforeCompletion(d().officeAddress());
        }
        commit();
        world().settle();
        assertCommitted(a(), b());
        assertThat(d().resource().known()).isZero();
        assertThat(d().resource().rolledBack()).isZero();
        assertThat(count("d.synchronized")).isEqualTo(canRun ? 1 : 0);
        assertThat(count("b.prepare")).isOne();
        assertThat(count("b.commit")).isOne();
    }

    /** B asks D. When the same registration arrives again, B does not ask again. */
    @Test
    void aRegistrationThatComesAgainIsAskedForOnce() throws Exception {
        assumeTrue(can(Feature.SYNCHRONIZATIONS));
        wire().all(MessageKind.REGISTER, Passage::repeatLater);
        commitOfDiamond();
        assertThat(wire().sent(MessageKind.BEFORE_COMPLETION)).isEqualTo(2);
    }

    @Test
    void aRollbackThatComesTwiceIsDoneOnce() throws Exception {
        wire().all(MessageKind.ROLLBACK, Passage::repeat);
        beginAtBoth();
        rollback();
        world().settle();
        assertRolledBack(a(), b());
        assertThat(count("b.rollback")).isOne();
    }

    @Test
    void aOnePhaseCommitThatComesAgainIsDoneOnce() throws Exception {
        assumeTrue(can(Feature.ONE_PHASE));
        wire().next(MessageKind.COMMIT_ONE_PHASE, Passage::repeatLater);
        a().service().node().begin();
        a().office(b()).work();
        commit();
        world().settle();
        assertCommitted(b());
    }

    // ---- late, and out of order

    @Test
    void aRollbackThatOvertakesTheVoteIsTheLastWord() throws Exception {
        CompletableFuture<Passage> held = wire().hold(MessageKind.PREPARE);
        Future<?> committing = world().inBackground(() -> {
            beginAtBoth();
            assertCommitRollsBack();
            return null;
        });
        Passage prepare = ContractWorld.get(held);
        prepare.lose();
        ContractWorld.get(committing);
        world().settle();
        assertRolledBack(a(), b());
        prepare.deliver();
        world().quiet();
        world().settle();
        assertThat(count("b.prepare")).isZero();
        assertRolledBack(a(), b());
    }

    @Test
    void aLateDecisionChangesNothing() throws Exception {
        CompletableFuture<Passage> held = wire().hold(MessageKind.COMMIT);
        Future<?> committing = commitInBackground();
        Passage late = ContractWorld.get(held);
        late.lose();
        ContractWorld.get(committing);
        world().settle();
        assertCommitted(a(), b());
        late.deliver();
        world().quiet();
        assertThat(count("b.commit")).isOne();
        assertCommitted(a(), b());
        assertThat(b().isIdle()).isTrue();
    }

    @Test
    void aCallThatArrivesAfterItsTransactionIsOverIsRolledBack() throws Exception {
        a().begin();
        CompletableFuture<Passage> held = new CompletableFuture<>();
        wire().next(MessageKind.CALL, passage -> {
            held.complete(passage);
            passage.lose();
        });
        assertThatThrownBy(() -> a().office(b()).work()).isInstanceOf(CallLostException.class);
        assertCommitRollsBack();
        ContractWorld.get(held).deliver();
        ContractWorld.until(() -> count("b.called") == 1);
        world().quiet();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aLateAnswerToAQuestionChangesNothing() throws Exception {
        assumeTrue(can(Feature.INQUIRY));
        wire().next(MessageKind.COMMIT, Passage::lose);
        beginAtBoth();
        commit();
        CompletableFuture<Passage> held = wire().hold(MessageKind.INQUIRE);
        b().recover();
        Passage question = ContractWorld.get(held);
        world().settle();
        assertCommitted(a(), b());
        question.deliver();
        world().quiet();
        assertCommitted(a(), b());
        assertThat(count("b.commit")).isOne();
    }

    // ---- peers that hang or die

    /** A transaction of a thread of its own, whose call has no reply, so that it can't commit. */
    private Future<?> callThatIsLost() {
        return world().inBackground(() -> {
            a().begin();
            assertThatThrownBy(() -> a().office(b()).work()).isInstanceOf(CallLostException.class);
            assertCommitRollsBack();
            return null;
        });
    }

    @Test
    void aCallToOneThatHangsIsGivenUp() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        b().duringWork(() -> ContractWorld.await(gate));
        Future<?> calling = callThatIsLost();
        ContractWorld.until(() -> count("b.called") == 1);
        world().pass(Duration.ofMillis(ContractWorld.CALL_MILLIS_MAX));
        ContractWorld.get(calling);
        gate.countDown();
        world().quiet();
        world().pass(LONGER_THAN_A_SUBORDINATE_WAITS);
        world().settle();
        assertRolledBack(a());
        assertThat(b().resource().committed()).isZero();
    }

    @Test
    void aCallIsGivenUpWhenTheTransactionHasNoMoreTime() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        b().duringWork(() -> ContractWorld.await(gate));
        Future<?> calling = world().inBackground(() -> {
            a().service().manager().setTransactionTimeout(1);
            a().begin();
            assertThatThrownBy(() -> a().office(b()).work()).isInstanceOf(CallLostException.class);
            assertCommitRollsBack();
            return null;
        });
        ContractWorld.until(() -> count("b.called") == 1);
        world().pass(Duration.ofSeconds(1));
        ContractWorld.get(calling);
        gate.countDown();
        world().settle();
        assertRolledBack(a());
        assertThat(b().resource().committed()).isZero();
    }

    @Test
    void aVoteOfOneThatHangsIsGivenUp() throws Exception {
        Future<?> committing = world().inBackground(() -> {
            beginAtBoth();
            b().setHanging(true);
            assertCommitRollsBack();
            return null;
        });
        passUntilDone(committing, MessageKind.PREPARE);
        b().setHanging(false);
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void oneThatHangsWhenAllIsDecidedIsToldAgain() throws Exception {
        wire().next(MessageKind.COMMIT, passage -> {
            b().setHanging(true);
            passage.deliver();
        });
        Future<?> committing = commitInBackground();
        passUntilDone(committing, MessageKind.COMMIT);
        assertThat(a().resource().committed()).isOne();
        assertPrepared(b());
        b().setHanging(false);
        world().settle();
        assertCommitted(a(), b());
    }

    /** Lets the time of each request pass that is sent, from one of this kind on. */
    private void passUntilDone(Future<?> done, MessageKind from) throws Exception {
        ContractWorld.until(() -> wire().sent(from) > 0);
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            world().quiet();
            world().pass(Duration.ofMillis(limits().requestMillisMax()));
            return done.isDone();
        });
        ContractWorld.get(done);
    }

    @Test
    void aCallToOneThatDiesIsLost() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        b().duringWork(() -> ContractWorld.await(gate));
        Future<?> calling = callThatIsLost();
        ContractWorld.until(() -> count("b.called") == 1);
        b().kill();
        world().pass(Duration.ofMillis(ContractWorld.CALL_MILLIS_MAX));
        ContractWorld.get(calling);
        gate.countDown();
        world().settle();
        assertRolledBack(a());
    }
}
