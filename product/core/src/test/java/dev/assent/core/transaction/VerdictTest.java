package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Step;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** What the participants of a rollback did, seen from outside. */
@Fast
class VerdictTest {
    private final RacingNode node = new RacingNode();
    private final GlobalTransaction transaction = node.coordinator.begin(RacingNode.terms());

    private static final class RolledBackByItself extends RacingNode.Party {
        @Override
        public Answer rollback(Reply reply) {
            return Answer.HEURISTIC_ROLLBACK;
        }
    }

    /** The outcome is as requested; an operator still sees what the participant did. */
    @Test
    void outcome_participantRolledBackByItself_isRolledBackAndKept() {
        transaction.participants().enlist(new RolledBackByItself());
        transaction.participants().enlist(new RacingNode.Party());

        assertThat(transaction.rollback(Completion.NONE)).isEqualTo(Outcome.ROLLED_BACK);

        assertThat(transaction.step()).isEqualTo(Step.HEURISTIC);
    }
}
