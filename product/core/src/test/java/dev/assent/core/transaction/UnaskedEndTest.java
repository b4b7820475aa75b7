package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.audit.Act;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** A pool, or an operator, takes a transaction from its application. */
@Fast
class UnaskedEndTest {
    private static final IllegalStateException LOST = new IllegalStateException("the connection is lost");

    private final RacingNode node = new RacingNode();
    private final GlobalTransaction transaction = node.coordinator.begin(RacingNode.terms());

    @Test
    void abandon_threadIsInside_rollsBackWhenThatLeaves() {
        RacingNode.Party party = new RacingNode.Party();
        transaction.participants().enlist(party);
        transaction.enter();

        transaction.unasked().abandon(LOST);
        assertThat(party.rollbacks).hasValue(0);

        assertThat(transaction.leave()).isFalse();
        assertThat(party.rollbacks).hasValue(1);
    }

    @Test
    void endByOperator_threadIsInside_rollsBackWhenThatLeaves() {
        RacingNode.Party party = new RacingNode.Party();
        transaction.participants().enlist(party);
        transaction.enter();

        assertThat(transaction.forOperator().end(new Act("alice", 1, "it blocks others"), Runnable::run))
                .isTrue();
        assertThat(party.rollbacks).hasValue(0);

        assertThat(transaction.leave()).isFalse();
        assertThat(party.rollbacks).hasValue(1);
    }

    /** Nobody can tell how far it came, so the node stops, and no tick of the timer begins it again. */
    @Test
    void abandon_rollbackFailsAfterItsBegin_isNotBegunAgain() {
        Broken broken = new Broken();
        transaction.participants().enlist(broken);
        assertThatThrownBy(() -> transaction.unasked().abandon(LOST)).isSameAs(broken.bug);

        transaction.unasked().tryAgain();

        assertThat(broken.rollbacks).hasValue(1);
        assertThat(node.coordinator.stopCause()).isSameAs(broken.bug);
    }

    private static final class Broken extends RacingNode.Party {
        private final AssertionError bug = new AssertionError("a bug");

        @Override
        public Answer rollback(Reply reply) {
            super.rollback(reply);
            throw bug;
        }
    }
}
