package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.PartElsewhere;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Superior;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.util.Objects;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a superior hears of outcomes that are not as it decided, and when it may have them forgotten (law 12: heuristic
 * outcomes are forced first).
 */
@Fast
class ForgettingSubordinateTest extends SubordinatePart {
    private final Claimant claimant = new Claimant();

    /** Prepared on a resource, and with this participant. */
    private Subordinate preparedWith(Participant participant) throws Exception {
        joinOn(ID, orders);
        Subordinate asked = subordinate(ID);
        asked.transaction().participants().enlist(participant);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        return asked;
    }

    private Answer forget(Subordinate asked) {
        answers.clear();
        return told(answers, asked.forget(answers::add));
    }

    @Test
    void forget_moreIsKnownThanTheSuperiorWasTold_isRefusedUntilItIsTold() throws Exception {
        Subordinate asked = prepared(ID);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        node.recovery().run(true);
        assertThat(asked.transaction().participants().heuristics()).hasSize(2);
        assertThat(forget(asked)).isEqualTo(Answer.RETRY);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        assertThat(forget(asked)).isEqualTo(Answer.DONE);
    }

    /** The log does not say what the superior heard. It heard of the first record at least. */
    @Test
    void forget_moreBecameKnownBeforeARestart_isRefusedUntilItIsTold() throws Exception {
        Subordinate asked = prepared(ID);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        node.recovery().run(true);

        restart();
        Subordinate again = subordinate(ID);
        assertThat(again.transaction().step()).isEqualTo(Step.HEURISTIC);
        assertThat(forget(again)).isEqualTo(Answer.RETRY);
        assertThat(commit(again)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        assertThat(forget(again)).isEqualTo(Answer.DONE);
    }

    @Test
    void forget_nothingBecameKnownBetweenTheAnswerAndARestart_isDone() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThat(commit(prepared(ID))).isEqualTo(Answer.HEURISTIC_ROLLBACK);

        restart();
        assertThat(forget(subordinate(ID))).isEqualTo(Answer.DONE);
    }

    /** The superior has given the decision in answer to an inquiry, and has heard nothing back. */
    @Test
    void forget_theOutcomeCameOfAnInquiry_isRefusedUntilItIsTold() throws Exception {
        Subordinate asked = prepared(ID);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        superior.answers(word -> word.decided(true));
        assertThat(asked.inquire(Superior.Word.IGNORED)).isTrue();
        assertThat(asked.transaction().participants().heuristics()).hasSize(1);
        assertThat(forget(asked)).isEqualTo(Answer.RETRY);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        assertThat(forget(asked)).isEqualTo(Answer.DONE);
    }

    /** Who heard of the claim has heard the worst: it need not ask again when the claim turns out to be a hazard. */
    @Test
    void forget_theSuperiorWasToldOfAClaim_isRefusedOnlyUntilTheClaimIsOver() throws Exception {
        Subordinate asked = preparedWith(claimant);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_HAZARD);
        assertThat(forget(asked)).isEqualTo(Answer.RETRY);

        claimant.commits = Answer.HEURISTIC_ROLLBACK;
        node.recovery().run(true);
        assertThat(asked.transaction().step()).isEqualTo(Step.HEURISTIC);
        assertThat(forget(asked)).isEqualTo(Answer.DONE);
    }

    /** While the participant is asked again, nothing is over yet. */
    @Test
    void forget_theParticipantThatHasClaimedIsAskedAgain_isRefused() throws Exception {
        Subordinate asked = preparedWith(claimant);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_HAZARD);

        claimant.commits = Answer.PENDING;
        node.recovery().run(true);
        assertThat(asked.transaction().step()).isEqualTo(Step.COMMITTING);
        assertThat(forget(asked)).isEqualTo(Answer.RETRY);

        Objects.requireNonNull(claimant.asker).done(Answer.HEURISTIC_ROLLBACK);
        assertThat(asked.transaction().step()).isEqualTo(Step.HEURISTIC);
        assertThat(forget(asked)).isEqualTo(Answer.DONE);
    }

    /** What the superior heard of one participant is not what it must hear of another, however the first one ends. */
    @ParameterizedTest
    @EnumSource(names = {"HEURISTIC_HAZARD", "DONE"})
    void forget_anotherParticipantHasDoneOtherwiseSince_isRefused(Answer end) throws Exception {
        Subordinate asked = preparedWith(claimant);
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_HAZARD);

        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        claimant.commits = end;
        node.recovery().run(true);
        assertThat(asked.transaction().step()).isEqualTo(Step.HEURISTIC);
        assertThat(asked.transaction().participants().heuristics()).hasSize(end == Answer.DONE ? 1 : 2);
        assertThat(forget(asked)).isEqualTo(Answer.RETRY);
    }

    /** The superior may have lost the first answer, and ask again. */
    @Test
    void commit_aParticipantHasClaimedThatItCanNot_isAHazardUntilItIsCertain() throws Exception {
        Subordinate asked = preparedWith(claimant);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_HAZARD);

        claimant.commits = Answer.RETRY;
        node.recovery().run(true);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    /** What a participant says unasked is no answer: it is on no record yet, so the superior must not hear of it. */
    @Test
    void commit_aParticipantSaidUnaskedWhatItDid_doneUntilItAnswersSo() throws Exception {
        Subordinate asked = preparedWith(claimant);
        claimant.own = Answer.HEURISTIC_ROLLBACK;
        claimant.commits = Answer.RETRY;
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        assertThat(asked.transaction().step()).isEqualTo(Step.COMMIT_PARKED);
    }

    /** It claims that it can't commit, until something else is certain. */
    private static final class Claimant extends PartElsewhere {
        private Answer commits = Answer.DOUBTFUL;
        private @Nullable Answer own;
        private @Nullable Reply asker;

        @Override
        public Answer commit(Reply reply) {
            asker = reply;
            own = commits == Answer.DOUBTFUL ? Answer.HEURISTIC_HAZARD : own;
            return commits;
        }

        @Override
        public @Nullable Answer ownDecision() {
            return own;
        }
    }
}
