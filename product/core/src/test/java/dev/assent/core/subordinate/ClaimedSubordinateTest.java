package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.audit.Act;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.OperatorView;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Superior;
import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operator has claimed a prepared transaction, and the record of the decision is not written yet. */
@Fast
class ClaimedSubordinateTest extends SubordinatePart {
    private static final Act ACT = new Act("alice", 1_000, "the superior is gone");

    @Test
    void release_superiorDecidedMeanwhile_isObeyed() throws Exception {
        Subordinate asked = prepared(ID);
        OperatorView operator = asked.transaction().forOperator();
        assertThat(operator.claimHere()).isTrue();
        assertThat(commit(asked)).isEqualTo(Answer.PENDING);
        events.assertExactly();

        operator.releaseHere();

        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
    }

    /** The question is from before the vote. */
    @Test
    void release_superiorAnsweredAQuestionMeanwhile_isObeyed() throws Exception {
        List<Superior.Word> words = new ArrayList<>();
        superior.answers(words::add);
        joinOn(ID, orders, payments);
        Subordinate asked = subordinate(ID);
        asked.inquireAfterRestart();
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        OperatorView operator = asked.transaction().forOperator();
        assertThat(operator.claimHere()).isTrue();
        words.get(0).decided(true);
        assertThat(orders.committed() + payments.committed()).isZero();

        operator.releaseHere();

        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
    }

    @Test
    void resolve_isNotClaimed_isRefused() throws Exception {
        OperatorView operator = prepared(ID).transaction().forOperator();
        assertThatThrownBy(() -> operator.resolveHere(true, ACT)).isInstanceOf(IllegalStateException.class);
        assertThat(orders.committed()).isZero();
    }

    /** A superior that has collected a vote can't let the subordinate decide: such a request waits for the decision. */
    @Test
    void commitOnePhase_afterTheVote_waitsForTheDecision() throws Exception {
        Subordinate asked = prepared(ID);
        List<Answer> late = new ArrayList<>();
        assertThat(asked.commitOnePhase(late::add)).isEqualTo(Answer.PENDING);
        events.assertExactly();
        assertThat(late).isEmpty();

        assertThat(rollback(asked)).isEqualTo(Answer.DONE);

        assertThat(late).containsExactly(Answer.ROLLED_BACK);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(2);
    }
}
