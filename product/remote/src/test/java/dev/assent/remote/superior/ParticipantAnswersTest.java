package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.commit.ParallelDispatcher;
import dev.assent.core.commit.Verb;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Reply;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.AnsweredPeers;
import dev.assent.remote.transport.Transport.Feature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a transaction gets for the answers of a subordinate at another node, before its decision and after. */
@Fast
class ParticipantAnswersTest extends AnsweredPeers {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final NodeId NODE = new NodeId(5, 6);
    private static final String PLACE = "test://h:1/p";
    private static final Response UNSENT = new Response.Unanswered(false, new IllegalStateException("no route"));

    private final RemoteParticipant participant = registered(Interest.COMPLETION);

    private RemoteParticipant registered(Interest... interests) {
        BranchRef branch = new BranchRef(ID, new LocalTransactionId(new NodeEpoch(NODE, 7, 0), 8));
        return new RemoteParticipant(new Registration(branch, PLACE, Set.of(interests)), peers, () -> 10_000);
    }

    private Answer asked(Function<Reply, Answer> verb, Response response) {
        List<Answer> answers = new ArrayList<>();
        next = response;
        assertThat(verb.apply(answers::add)).isEqualTo(Answer.PENDING);
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private static Response answered(Answer answer) {
        return new Response.Answered(answer);
    }

    @Test
    void aNode_isKnownByItsId() {
        assertThat(participant.node()).isEqualTo(NODE.toString());
        assertThat(participant.name())
                .isEqualTo(participant.meterName())
                .isEqualTo("node-" + NODE.toString().substring(0, 8));
        assertThat(participant.needsResource()).isFalse();
    }

    /** To wake another thread takes longer than to give a message to a transport. */
    @Test
    void prepare_othersAreAskedToo_needsNoThreadOfItsOwn() {
        List<Runnable> handedOver = new ArrayList<>();
        next = null;
        Answer answer = new ParallelDispatcher(handedOver::add).ask(Verb.PREPARE, participant, any -> {}, false);
        assertThat(answer).isEqualTo(Answer.PENDING);
        assertThat(handedOver).isEmpty();
        assertThat(asked).containsExactly(PLACE);
    }

    @ParameterizedTest
    @EnumSource(Answer.class)
    void prepare_isAnswered_isAVote(Answer answer) {
        boolean isVote = answer == Answer.PREPARED || answer == Answer.READ_ONLY || answer == Answer.ROLLED_BACK;
        assertThat(asked(participant::prepare, answered(answer))).isEqualTo(isVote ? answer : Answer.REFUSED);
        assertThat(participant.ownDecision()).isEqualTo(answer.isHeuristic() ? answer : null);
        assertThat(participant.problem() == null)
                .isEqualTo(answer == Answer.PREPARED || answer == Answer.READ_ONLY || answer == Answer.DONE);
    }

    @Test
    void prepare_isNotAnswered_isRefused() {
        assertThat(asked(participant::prepare, UNSENT)).isEqualTo(Answer.REFUSED);
        assertThat(participant.problem()).hasMessage("no route");
    }

    @ParameterizedTest
    @EnumSource(Answer.class)
    void beforeCompletion_isAnswered_goesOnOnlyIfItIsDone(Answer answer) {
        assertThat(asked(participant::beforeCompletion, answered(answer)))
                .isEqualTo(answer == Answer.DONE ? Answer.DONE : Answer.REFUSED);
    }

    @Test
    void can_isWhatItsWireCarries() {
        assertThat(participant.can()).containsOnly(Capability.PREPARE, Capability.ONE_PHASE, Capability.FORGET);
        features.removeAll(Set.of(Feature.ONE_PHASE, Feature.FORGET));
        assertThat(participant.can()).containsOnly(Capability.PREPARE);
    }

    /** It is asked once for each time that it says so. */
    @Test
    void can_runsSynchronizations_untilItWasAsked() {
        RemoteParticipant synchronizing = registered(Interest.COMPLETION, Interest.BEFORE_COMPLETION);
        assertThat(synchronizing.can()).contains(Capability.SYNCHRONIZATIONS);
        asked(synchronizing::beforeCompletion, answered(Answer.DONE));
        assertThat(synchronizing.can()).doesNotContain(Capability.SYNCHRONIZATIONS);
        synchronizing.setSynchronizations();
        assertThat(synchronizing.can()).contains(Capability.SYNCHRONIZATIONS);
        features.remove(Feature.SYNCHRONIZATIONS);
        assertThat(synchronizing.can()).doesNotContain(Capability.SYNCHRONIZATIONS);
    }

    /** Others at the same place answer, so only its own pauses hold it up. */
    @Test
    void isRetryDue_itDoesNotConfirm_afterAGrowingPause() {
        assertThat(participant.isRetryDue()).isTrue();
        for (double pause : new double[] {0.5, 1}) {
            asked(participant::commit, answered(Answer.RETRY));
            nanos += (long) (pause * 1e9) - 1;
            assertThat(participant.isRetryDue()).isFalse();
            nanos++;
            assertThat(participant.isRetryDue()).isTrue();
        }
        asked(participant::commit, answered(Answer.RETRY));
        assertThat(participant.isRetryDue()).isFalse();
        participant.moveTo(PLACE + "/elsewhere");
        assertThat(participant.isRetryDue()).isTrue();
        asked(participant::commit, answered(Answer.RETRY));
        asked(participant::commit, answered(Answer.DONE));
        assertThat(participant.isRetryDue()).isTrue();
    }

    @Test
    void isRetryDue_itsPlaceIsNotReached_afterThePauseOfThatPlace() {
        asked(participant::prepare, UNSENT);
        assertThat(participant.isRetryDue()).isFalse();
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(participant.isRetryDue()).isTrue();
    }

    /** The operator hears how to give it up. */
    @Test
    void commit_isRefused_isTriedAgainAndOperatorsAreTold() {
        assertThat(asked(participant::commit, new Response.Refused(Response.Why.FORBIDDEN, "not yours")))
                .isEqualTo(Answer.RETRY);
        assertThat(told).singleElement().asString().contains("not yours", participant.name());
        told.clear();
        asked(participant::forget, answered(Answer.DONE));
        assertThat(told).isEmpty();
    }

    /** Longer than a prepared subordinate waits before it asks. */
    @Test
    void rollback_isNotReached_isRepeatedForThirtySecondsOnly() {
        nanos = Duration.ofHours(1).toNanos();
        asked(participant::rollback, UNSENT);
        nanos += Duration.ofSeconds(30).toNanos();
        assertThat(asked(participant::rollback, UNSENT)).isEqualTo(Answer.RETRY);
        nanos++;
        assertThat(participant.rollback(any -> {})).isEqualTo(Answer.DONE);
    }

    /** What it has decided by itself is the answer to the rollback, unless that was to roll back. */
    @ParameterizedTest
    @EnumSource(
            value = Answer.class,
            names = {"HEURISTIC_COMMIT", "HEURISTIC_MIXED", "HEURISTIC_HAZARD", "HEURISTIC_ROLLBACK"})
    void rollback_itHasDecidedBefore_isThat(Answer decided) {
        assertThat(participant.isRollingBack()).isFalse();
        asked(participant::prepare, answered(decided));
        boolean isAsDecided = decided == Answer.HEURISTIC_ROLLBACK;
        assertThat(asked(participant::rollback, UNSENT)).isEqualTo(isAsDecided ? Answer.RETRY : decided);
        assertThat(asked(participant::rollback, answered(Answer.DONE))).isEqualTo(isAsDecided ? Answer.DONE : decided);
        assertThat(asked(participant::rollback, answered(decided))).isEqualTo(isAsDecided ? Answer.DONE : decided);
        assertThat(participant.isRollingBack()).isTrue();
        assertThat(Objects.requireNonNull(participant.ownDecision())).isEqualTo(decided);
    }
}
