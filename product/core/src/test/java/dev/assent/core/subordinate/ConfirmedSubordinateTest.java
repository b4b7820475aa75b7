package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.PartElsewhere;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** A superior confirms an operator's decision while recovery carries out the rest of it. */
@Fast
class ConfirmedSubordinateTest extends SubordinatePart {
    private Runnable afterRollback = () -> {};

    /** Has nothing left to roll back when it is asked again. */
    private final class Late extends PartElsewhere {
        private Answer rollback = Answer.RETRY;
        private boolean isOver;

        @Override
        public Answer rollback(Reply reply) {
            isOver = rollback == Answer.READ_ONLY;
            return rollback;
        }

        /** The engine asks this between the last answer and the outcome. */
        @Override
        public boolean needsResource() {
            if (isOver) {
                isOver = false;
                afterRollback.run();
            }
            return false;
        }
    }

    /** The confirmation comes after the engine has seen that the outcome is to be kept for the superior. */
    @Test
    void rollback_justBeforeTheOutcomeIsKept_forgetsIt() throws Exception {
        Late late = new Late();
        joinOn(ID, orders);
        Subordinate asked = subordinate(ID);
        GlobalTransaction transaction = asked.transaction();
        transaction.participants().enlist(late);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        assertThat(transaction.forOperator().claimHere()).isTrue();
        transaction.forOperator().resolveHere(false, new Act("alice", 1_000, "the superior is gone"));
        assertThat(transaction.step()).isEqualTo(Step.ROLLBACK_PARKED);
        late.rollback = Answer.READ_ONLY;
        afterRollback = () -> assertThat(rollback(asked)).isEqualTo(Answer.DONE);

        node.recovery().run(true);

        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(node.coordinator().find(ID)).isNull();
    }
}
