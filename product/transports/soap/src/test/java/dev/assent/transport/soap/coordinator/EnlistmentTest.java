package dev.assent.transport.soap.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a participant claims when nobody asks, when it is sent something again, and when it is over. */
@Fast
class EnlistmentTest {
    private static final long MILLIS = 1_000;
    private static final long LATE = 2_000_000_000L;

    private final AdjustableClock clock = new AdjustableClock();
    private final AnswerTimes times = new AnswerTimes(clock);
    private final List<String> events = new ArrayList<>();

    private Enlistment enlistment(Protocol protocol, TwoPhaseState state) {
        return new Enlistment(
                protocol,
                state,
                new ParticipantWire() {
                    @Override
                    public void send(Enlistment sender, Notification message, int sending) {
                        events.add("sent " + message);
                    }

                    @Override
                    public boolean isAt(String address) {
                        return true;
                    }

                    @Override
                    public void vote(Answer vote) {
                        events.add("voted " + vote);
                    }

                    @Override
                    public void inquire() {
                        events.add("inquired");
                    }

                    @Override
                    public void forget(Enlistment over) {
                        events.add("forgotten");
                    }
                },
                times);
    }

    private void ask(Enlistment participant, RemoteVerb verb) {
        ask(participant, verb, MILLIS);
    }

    private void ask(Enlistment participant, RemoteVerb verb, long millis) {
        participant.ask(
                verb,
                0,
                millis,
                response -> events.add(
                        response instanceof Response.Answered answered ? "told " + answered.answer() : "told nothing"));
    }

    @ParameterizedTest
    @EnumSource(
            value = RemoteVerb.class,
            names = {"COMMIT", "ROLLBACK"})
    void aHazardThatNobodyHasAskedForAnswersWhatIsAskedNext(RemoteVerb verb) {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        participant.hearInconsistent();
        assertThat(events).as("it stays until somebody asks").isEmpty();
        assertThat(participant.hear(Event.COMMITTED)).isFalse();
        ask(participant, verb);
        assertThat(events).containsExactly("forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void aHazardThatIsToldToWhoWaitsIsTheAnswer() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        ask(participant, RemoteVerb.COMMIT);
        participant.hearInconsistent();
        assertThat(events).containsExactly("sent COMMIT", "forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void whoHasGivenNoWordYetRefusesByIt() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        ask(participant, RemoteVerb.PREPARE);
        participant.hearInconsistent();
        ask(participant, RemoteVerb.ROLLBACK);
        participant.hear(Event.ABORTED);
        assertThat(events).containsExactly("sent PREPARE", "told REFUSED", "sent ROLLBACK", "forgotten", "told DONE");
    }

    @Test
    void whoHasRolledBackAfterItsVoteIsDoubtedOnceAndToldAllTheSame() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        assertThat(participant.hear(Event.ABORTED)).as("a fault").isTrue();
        ask(participant, RemoteVerb.COMMIT);
        ask(participant, RemoteVerb.COMMIT);
        assertThat(events).containsExactly("told DOUBTFUL", "sent COMMIT");
    }

    @Test
    void whoHasRolledBackAfterItsVoteAndIsToldToHasDoneAsItWasTold() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        participant.hear(Event.ABORTED);
        ask(participant, RemoteVerb.ROLLBACK);
        participant.hear(Event.ABORTED);
        assertThat(events).containsExactly("sent ROLLBACK", "forgotten", "told DONE");
    }

    @Test
    void whoHasRolledBackAndThenCommittedHasLostItsWord() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        ask(participant, RemoteVerb.COMMIT);
        participant.tick(LATE);
        participant.hear(Event.ABORTED);
        participant.hear(Event.COMMITTED);
        ask(participant, RemoteVerb.COMMIT);
        assertThat(events).containsExactly("sent COMMIT", "told nothing", "forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void rollback_committedIsTheAnswer_isAHazard() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        ask(participant, RemoteVerb.ROLLBACK);
        assertThat(participant.hear(Event.COMMITTED)).as("a fault").isTrue();
        assertThat(participant.hear(Event.ABORTED)).as("it is over").isFalse();
        assertThat(events).containsExactly("sent ROLLBACK", "forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void rollback_committedCameBefore_isAHazard() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        assertThat(participant.hear(Event.COMMITTED)).as("a fault").isTrue();
        ask(participant, RemoteVerb.ROLLBACK);
        assertThat(events).containsExactly("forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void rollback_itIsToldUnaskedBetweenCommittedAndAborted_isAHazard() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        participant.hear(Event.COMMITTED);
        participant.decide(false);
        participant.hear(Event.ABORTED);
        ask(participant, RemoteVerb.ROLLBACK);
        assertThat(events).containsExactly("sent ROLLBACK", "forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void commit_committedCameBefore_isDone() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        participant.hear(Event.COMMITTED);
        ask(participant, RemoteVerb.COMMIT);
        participant.hear(Event.COMMITTED);
        assertThat(events).containsExactly("sent COMMIT", "forgotten", "told DONE");
    }

    @ParameterizedTest
    @EnumSource(
            value = RemoteVerb.class,
            names = {"COMMIT", "ROLLBACK"})
    void decision_committedAndAbortedCameBefore_isAHazard(RemoteVerb verb) {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        participant.hear(Event.COMMITTED);
        participant.hear(Event.ABORTED);
        ask(participant, verb);
        assertThat(events).containsExactly("forgotten", "told HEURISTIC_HAZARD");
    }

    @ParameterizedTest
    @EnumSource(
            value = RemoteVerb.class,
            names = {"COMMIT", "ROLLBACK"})
    void decision_abortedCameTwiceBefore_isAHazard(RemoteVerb verb) {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        participant.hear(Event.ABORTED);
        participant.hear(Event.ABORTED);
        ask(participant, verb);
        assertThat(events).containsExactly("forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void prepare_committedIsTheAnswer_isRefusedAndAHazardAfterwards() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        ask(participant, RemoteVerb.PREPARE);
        assertThat(participant.hear(Event.COMMITTED)).as("a fault").isTrue();
        participant.hear(Event.ABORTED);
        ask(participant, RemoteVerb.ROLLBACK);
        assertThat(events).containsExactly("sent PREPARE", "told REFUSED", "forgotten", "told HEURISTIC_HAZARD");
    }

    @Test
    void committed_beforePrepare_rollsBackAndIsAHazard() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        assertThat(participant.hear(Event.COMMITTED)).as("a fault").isTrue();
        ask(participant, RemoteVerb.ROLLBACK);
        assertThat(events).containsExactly("voted HEURISTIC_HAZARD", "forgotten", "told HEURISTIC_HAZARD");
    }

    /** It has promised nothing, so that nothing can be said of its data. */
    @Test
    void committed_ofAVolatileOneBeforePrepare_rollsBack() {
        Enlistment participant = enlistment(Protocol.VOLATILE_2PC, TwoPhaseState.ACTIVE);
        assertThat(participant.hear(Event.COMMITTED)).as("a fault").isTrue();
        assertThat(events).containsExactly("voted ROLLED_BACK", "forgotten");
    }

    private void tickAt(Enlistment participant, long millis) {
        participant.tick(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void tick_answerIsLate_messageGoesAgain() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        ask(participant, RemoteVerb.PREPARE, 60_000);
        tickAt(participant, 4_999);
        assertThat(events).containsExactly("sent PREPARE");
        tickAt(participant, 5_000);
        tickAt(participant, 9_999);
        assertThat(events).containsExactly("sent PREPARE", "sent PREPARE");
        tickAt(participant, 10_000);
        assertThat(events).containsExactly("sent PREPARE", "sent PREPARE", "sent PREPARE");
    }

    @Test
    void untaken_ofAnEarlierVerb_saysNothingOfTheNextOne() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        ask(participant, RemoteVerb.PREPARE, 60_000);
        ask(participant, RemoteVerb.ROLLBACK, 60_000);
        participant.untaken(1, null, 0);
        tickAt(participant, 4_999);
        assertThat(events.stream().filter("sent ROLLBACK"::equals)).hasSize(1);
        participant.untaken(2, null, 0);
        tickAt(participant, 500);
        assertThat(events.stream().filter("sent ROLLBACK"::equals)).hasSize(2);
    }

    @Test
    void untaken_messageWasNotTaken_goesAgainSoon() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        ask(participant, RemoteVerb.PREPARE, 60_000);
        participant.untaken(0, null, 0);
        tickAt(participant, 4_999);
        assertThat(events).as("that was for no verb").containsExactly("sent PREPARE");
        participant.untaken(1, null, 0);
        tickAt(participant, 499);
        assertThat(events).containsExactly("sent PREPARE");
        tickAt(participant, 500);
        participant.untaken(1, null, TimeUnit.MILLISECONDS.toNanos(500));
        tickAt(participant, 999);
        assertThat(events).as("the first one, which counts no more").containsExactly("sent PREPARE", "sent PREPARE");
        participant.untaken(2, null, TimeUnit.MILLISECONDS.toNanos(500));
        tickAt(participant, 1_499);
        assertThat(events).containsExactly("sent PREPARE", "sent PREPARE");
        tickAt(participant, 1_500);
        assertThat(events).containsExactly("sent PREPARE", "sent PREPARE", "sent PREPARE");
    }

    @Test
    void howLongAnswersTakeIsLearnt() {
        Enlistment slow = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        ask(slow, RemoteVerb.PREPARE);
        clock.advance(Duration.ofMillis(300));
        slow.hear(Event.PREPARED);
        events.clear();
        Enlistment next = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.ACTIVE);
        ask(next, RemoteVerb.PREPARE, 60_000);
        tickAt(next, 899);
        assertThat(events).containsExactly("sent PREPARE");
        tickAt(next, 900);
        assertThat(events).containsExactly("sent PREPARE", "sent PREPARE");
    }

    @Test
    void whoRegistersAgainIsLookedUpInTheTable() {
        Enlistment participant = enlistment(Protocol.VOLATILE_2PC, TwoPhaseState.ACTIVE);
        assertThat(participant.register()).isTrue();
        ask(participant, RemoteVerb.BEFORE_COMPLETION);
        assertThat(participant.register()).as("into the round").isTrue();
        participant.hear(Event.PREPARED);
        assertThat(participant.state()).isEqualTo(TwoPhaseState.ACTIVE);
        ask(participant, RemoteVerb.BEFORE_COMPLETION);
        participant.hear(Event.PREPARED);
        assertThat(participant.register()).isFalse();
        participant.complete(RemoteVerb.COMMIT);
        assertThat(events)
                .containsExactly("sent PREPARE", "told DONE", "sent PREPARE", "told DONE", "forgotten", "sent COMMIT");
    }

    @Test
    void aVolatileOneThatWasNeverAskedHearsOfTheRollbackAndIsOver() {
        Enlistment participant = enlistment(Protocol.VOLATILE_2PC, TwoPhaseState.ACTIVE);
        participant.complete(RemoteVerb.ROLLBACK);
        assertThat(events).containsExactly("forgotten", "sent ROLLBACK");
        assertThat(participant.state()).isEqualTo(TwoPhaseState.NONE);
    }

    @Test
    void aVolatileOneHearsNothingOfAnOutcomeThatNobodyKnows() {
        Enlistment participant = enlistment(Protocol.VOLATILE_2PC, TwoPhaseState.PREPARED);
        participant.complete(null);
        assertThat(events).containsExactly("forgotten");
    }

    @Test
    void aVolatileOneThatVotesTwiceAsksNothing() {
        Enlistment participant = enlistment(Protocol.VOLATILE_2PC, TwoPhaseState.PREPARED);
        participant.hear(Event.PREPARED);
        assertThat(events).isEmpty();
        Enlistment durable = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        durable.hear(Event.PREPARED);
        assertThat(events).containsExactly("inquired");
    }

    private static SoapFault unknown() {
        return new SoapFault(SoapFault.Code.SENDER, ProtocolFault.UNKNOWN_TRANSACTION.subcode(), "nothing of it", null);
    }

    /** It has committed by the first Commit, and knows nothing of the transaction when the second comes. */
    @Test
    void aFaultToACommitThatWasSentForADuplicateVote_answersNothing() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        ask(participant, RemoteVerb.COMMIT);
        participant.hear(Event.PREPARED);
        participant.untaken(0, unknown(), 0);
        participant.untaken(1, unknown(), 0);
        assertThat(events).containsExactly("sent COMMIT", "inquired", "sent COMMIT");
        participant.hear(Event.COMMITTED);
        assertThat(events).endsWith("forgotten", "told DONE");
    }

    /** The same, but its Committed was lost, so that Commit was sent again after a pause. */
    @Test
    void aFaultToACommitThatWasSentAgainSinceItsAnswerIsLate_answersNothing() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        ask(participant, RemoteVerb.COMMIT, 60_000);
        tickAt(participant, 5_000);
        participant.untaken(2, unknown(), 0);
        assertThat(events).containsExactly("sent COMMIT", "sent COMMIT");
    }

    @Test
    void aFaultToTheFirstCommit_whenItWasToldBeforeUnasked_answersNothing() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        participant.decide(true);
        ask(participant, RemoteVerb.COMMIT);
        participant.untaken(1, unknown(), 0);
        assertThat(events).containsExactly("sent COMMIT", "sent COMMIT");
        participant.tick(LATE);
        ask(participant, RemoteVerb.COMMIT);
        participant.untaken(2, unknown(), 0);
        assertThat(events)
                .as("the node knows by then that it may have got Commit")
                .endsWith("told nothing");
        assertThat(events).hasSize(5);
    }

    @Test
    void aFaultToAMessageThatNoVerbHasSent_thatItHasLostItsWord_counts() {
        Enlistment participant = enlistment(Protocol.DURABLE_2PC, TwoPhaseState.PREPARED);
        ask(participant, RemoteVerb.COMMIT);
        participant.hear(Event.PREPARED);
        participant.untaken(
                0,
                new SoapFault(
                        SoapFault.Code.SENDER,
                        ProtocolFault.INCONSISTENT_INTERNAL_STATE.subcode(),
                        "its word is lost",
                        null),
                0);
        assertThat(events).endsWith("forgotten", "told HEURISTIC_HAZARD");
    }
}
