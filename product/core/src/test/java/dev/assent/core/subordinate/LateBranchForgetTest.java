package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.util.ArrayDeque;
import java.util.Queue;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Recovery finds one more branch of a heuristic outcome while its superior has that forgotten (law 12: heuristic outcomes
 * are forced first).
 */
@Fast
class LateBranchForgetTest extends SubordinatePart {
    private final Queue<Runnable> held = new ArrayDeque<>();
    private boolean isHolding;
    private Subordinate asked;

    @Override
    void inBackground(Runnable work) {
        if (isHolding) {
            held.add(work);
        } else {
            super.inBackground(work);
        }
    }

    /** One resource has committed by itself, and the superior has heard of it. */
    @BeforeEach
    void rollBack() throws Exception {
        asked = prepared(ID);
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        assertThat(rollback(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        answers.clear();
    }

    /** A pass of recovery finds one more branch, and rolls it back; the resource answers with this code. */
    private void passWithLateBranch(RecordingResource resource, int code) {
        resource.plant(new BranchXid(
                asked.transaction().branchesId(), node.coordinator().life(), BranchXid.PRESUMED_ABORT, 9));
        resource.fails(XaVerb.ROLLBACK, code);
        node.recovery().run(true);
    }

    /** The superior's order is written, and the log answers only when {@link #goOn} is called. */
    private void forgetAndForceLate() {
        node.log().answerLateOn(held::add);
        assertThat(asked.forget(answers::add)).isEqualTo(Answer.PENDING);
        node.log().answerLateOn(Runnable::run);
    }

    /** What was held up goes on, and the order is refused. */
    private void goOn() {
        held.remove().run();
        assertThat(answers).containsExactly(Answer.RETRY);
    }

    private void assertKept() {
        node.recovery().run(true);
        assertThat(subordinate(ID).transaction().participants().heuristics()).hasSize(2);
    }

    @Test
    void forget_lateBranchDoesOtherwiseBeforeTheRecord_isRefused() {
        isHolding = true;
        assertThat(asked.forget(answers::add)).isEqualTo(Answer.PENDING);
        isHolding = false;
        passWithLateBranch(payments, XAException.XA_HEURCOM);

        goOn();
        assertKept();
        restart();
        assertKept();
    }

    /** The record of the new outcome is behind the order's. */
    @Test
    void forget_lateBranchDoesOtherwiseWhileTheRecordIsForced_isRefused() {
        forgetAndForceLate();
        passWithLateBranch(payments, XAException.XA_HEURCOM);

        goOn();
        assertKept();
        restart();
        assertKept();
    }

    @Test
    void forget_lateBranchObeysAfterTheRecordIsForced_isRefusedUntilThen() {
        forgetAndForceLate();
        passWithLateBranch(payments, XAException.XAER_RMFAIL);
        assertThat(asked.transaction().step()).isEqualTo(Step.ROLLBACK_PARKED);

        goOn();
        node.recovery().run(true);
        answers.clear();
        assertThat(told(answers, asked.forget(answers::add))).isEqualTo(Answer.DONE);
        node.recovery().run(true);
        assertThat(node.coordinator().find(ID)).isNull();
    }

    /** Both branches have the name of the resource. */
    @Test
    void forget_anotherBranchOfTheSameResourceHasDoneOtherwiseSince_isRefusedUntilItIsTold() {
        passWithLateBranch(orders, XAException.XA_HEURCOM);
        assertThat(told(answers, asked.forget(answers::add))).isEqualTo(Answer.RETRY);

        assertThat(rollback(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        answers.clear();
        assertThat(told(answers, asked.forget(answers::add))).isEqualTo(Answer.DONE);
    }
}
