package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.AnsweredPeers;
import dev.assent.remote.transport.Transport.Feature;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stranger's subordinate that gets the commit, and answers that it does not know the transaction. */
@Fast
class RemoteParticipantTest extends AnsweredPeers {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final String PLACE = "test://h:1/p";
    private static final int KIND_STRANGER = 4;
    private static final Response GONE = new Response.Refused(Response.Why.GONE, "no such object");
    private static final Response LOST = new Response.Unanswered(true, new IllegalStateException("no answer"));
    private static final Response UNSENT = new Response.Unanswered(false, new IllegalStateException("no route"));

    private RemoteParticipant registered() {
        return registered(PLACE);
    }

    private RemoteParticipant registered(String address) {
        BranchRef branch = BranchRef.ofStranger(ID, address);
        Registration registration = new Registration(branch, address, Set.of(Registration.Interest.COMPLETION));
        return new RemoteParticipant(registration, peers, () -> 10_000);
    }

    private RemoteParticipant readFromTheLog() {
        byte[] place = PLACE.getBytes(StandardCharsets.UTF_8);
        ByteBuffer in = ByteBuffer.allocate(2 + place.length)
                .putShort((short) place.length)
                .put(place)
                .flip();
        return RemoteParticipant.read(KIND_STRANGER, ID, in, peers);
    }

    /** As the next life reads what the log has of it. */
    private RemoteParticipant crashed(RemoteParticipant before) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        before.describe(new Described(bytes));
        ByteBuffer in = ByteBuffer.wrap(bytes.toByteArray());
        return RemoteParticipant.read(in.get(), ID, in, peers);
    }

    private Answer commit(RemoteParticipant participant, Response response) {
        List<Answer> answers = new ArrayList<>();
        next = response;
        assertThat(participant.commit(answers::add)).isEqualTo(Answer.PENDING);
        return answers.get(0);
    }

    private Answer rollback(RemoteParticipant participant, Response response) {
        List<Answer> answers = new ArrayList<>();
        next = response;
        assertThat(participant.rollback(answers::add)).isEqualTo(Answer.PENDING);
        return answers.get(0);
    }

    private Answer onePhase(Response response) {
        List<Answer> answers = new ArrayList<>();
        next = response;
        assertThat(registered().commitOnePhase(answers::add)).isEqualTo(Answer.PENDING);
        return answers.get(0);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    /** An operator gives one up by its name, also after a restart; measurements know them as strangers. */
    @Test
    void name_ofAStranger_isItsOwn() {
        RemoteParticipant one = registered();
        RemoteParticipant other = registered(PLACE + "2");
        assertThat(one.name()).startsWith("stranger-test-").isNotEqualTo(other.name());
        assertThat(readFromTheLog().name()).isEqualTo(one.name());
        String before = one.name();
        one.moveTo(PLACE + "/elsewhere");
        assertThat(one.name()).isEqualTo(before);
        assertThat(List.of(one.meterName(), other.meterName())).containsOnly("stranger-test");
    }

    @Test
    void commit_isGoneForTenMinutesAfterALife_isTakenToHaveCommitted() {
        RemoteParticipant participant = readFromTheLog();
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
        pass(Duration.ofMinutes(9));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
        pass(Duration.ofMinutes(1));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.DONE);
        assertThat(told).filteredOn(text -> text.contains("ASSENT-8071")).hasSize(1);
    }

    @Test
    void commit_isGoneAfterAnAnswerThatWasLost_isTakenToHaveCommitted() {
        RemoteParticipant participant = registered();
        commit(participant, LOST);
        commit(participant, GONE);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.DONE);
    }

    @Test
    void commit_isGoneAfterAnAnswerThatItWillBeDone_isTakenToHaveCommitted() {
        RemoteParticipant participant = registered();
        commit(participant, new Response.Answered(Answer.RETRY));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.DONE);
    }

    /** Another process may be at its place, or it has restarted and asks later. */
    @Test
    void commit_isGoneAndWasNeverTold_isPutOnRecordAndToldOn() {
        RemoteParticipant participant = registered();
        commit(participant, UNSENT);
        assertThat(commit(participant, GONE)).isEqualTo(Answer.DOUBTFUL);
        pass(Duration.ofHours(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
        assertThat(commit(participant, new Response.Answered(Answer.DONE))).isEqualTo(Answer.DONE);
    }

    /** It has asked before the commit came to it, and may have gone since it knows the decision. */
    @Test
    void commit_isGoneAfterItHasAskedForTheDecision_isTakenToHaveCommitted() {
        RemoteParticipant participant = registered();
        commit(participant, UNSENT);
        participant.mayHearCommit();
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.DONE);
    }

    /** It had restarted, and was not there before it had read its log. */
    @Test
    void commit_isGoneBeforeItAsksForTheDecision_isTakenToHaveCommitted() {
        RemoteParticipant participant = registered();
        assertThat(commit(participant, GONE)).isEqualTo(Answer.DOUBTFUL);
        participant.mayHearCommit();
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.DONE);
    }

    @Test
    void commit_isNotThereMeanwhile_isCountedAnew() {
        RemoteParticipant participant = readFromTheLog();
        commit(participant, GONE);
        pass(Duration.ofMinutes(9));
        commit(participant, UNSENT);
        commit(participant, GONE);
        pass(Duration.ofMinutes(9));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
    }

    @Test
    void commit_movesElsewhere_isCountedAnew() {
        RemoteParticipant participant = readFromTheLog();
        commit(participant, GONE);
        pass(Duration.ofMinutes(10));
        participant.moveTo(PLACE + "/elsewhere");
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
    }

    /** It has claimed that it can't commit, and nobody can tell what it did. */
    @Test
    void commit_isGoneAfterADoubt_isAHazard() {
        RemoteParticipant participant = readFromTheLog();
        assertThat(commit(participant, new Response.Answered(Answer.DOUBTFUL))).isEqualTo(Answer.DOUBTFUL);
        commit(participant, GONE);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    /** Its first answer to the commit has told that it lost the work; a restart does not make a commit of that. */
    @Test
    void commit_isGoneBeforeItWasToldAndForLongAfterARestart_isAHazard() {
        RemoteParticipant before = registered();
        assertThat(commit(before, GONE)).isEqualTo(Answer.DOUBTFUL);
        RemoteParticipant participant = crashed(crashed(before));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.RETRY);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.HEURISTIC_HAZARD);
        assertThat(told).noneMatch(text -> text.contains("ASSENT-8071"));
    }

    @Test
    void commit_isGoneBeforeItWasToldAndAnAnswerIsLostLater_isAHazard() {
        RemoteParticipant participant = registered();
        commit(participant, GONE);
        commit(participant, LOST);
        commit(participant, GONE);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    /** It had restarted, and asks what is decided when it has read its log. */
    @Test
    void commit_isGoneBeforeItWasToldAndItComesBack_isDone() {
        RemoteParticipant before = registered();
        commit(before, GONE);
        assertThat(commit(crashed(before), new Response.Answered(Answer.DONE))).isEqualTo(Answer.DONE);
        before.moveTo(PLACE + "/elsewhere");
        commit(before, LOST);
        commit(before, GONE);
        pass(Duration.ofMinutes(10));
        assertThat(commit(before, GONE)).as("it knew the transaction there").isEqualTo(Answer.DONE);
    }

    /** The log has what it is in another form than a stranger's. */
    @Test
    void commit_aNodeIsGoneBeforeItWasToldAndForLongAfterARestart_isAHazard() {
        LocalTransactionId incarnation = new LocalTransactionId(new NodeEpoch(new NodeId(5, 6), 7, 0), 8);
        RemoteParticipant before = new RemoteParticipant(
                new Registration(new BranchRef(ID, incarnation), PLACE, Set.of(Registration.Interest.COMPLETION)),
                peers,
                () -> 10_000);
        commit(before, GONE);
        RemoteParticipant participant = crashed(crashed(before));
        assertThat(participant.branch()).isEqualTo(before.branch());
        commit(participant, GONE);
        pass(Duration.ofMinutes(10));
        assertThat(commit(participant, GONE)).isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    /** What may have arrived may have been done (law 11: a lost answer is never guessed). */
    @Test
    void commitOnePhase_isNotAnswered_isTriedAgainOnlyIfNothingWasDone() {
        assertThat(onePhase(UNSENT)).isEqualTo(Answer.RETRY);
        assertThat(onePhase(LOST)).isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    /** Another process at the same address, or a life that has not read its log, does not know what was done. */
    @ParameterizedTest
    @EnumSource(Response.Why.class)
    void commitOnePhase_isRefused_isTriedAgainOnlyIfTheOneThatWasAskedRefuses(Response.Why why) {
        boolean isUndone = why != Response.Why.NOT_MINE && why != Response.Why.NOT_READY;
        assertThat(onePhase(new Response.Refused(why, "no")))
                .isEqualTo(isUndone ? Answer.RETRY : Answer.HEURISTIC_HAZARD);
    }

    @Test
    void problem_isAnsweredAfterAll_staysOnlyAsTheReasonOfARollback() {
        RemoteParticipant committed = registered();
        commit(committed, UNSENT);
        assertThat(committed.problem()).hasMessage("no route");
        commit(committed, new Response.Answered(Answer.DONE));
        assertThat(committed.problem()).isNull();
        RemoteParticipant rolledBack = registered();
        rollback(rolledBack, UNSENT);
        rollback(rolledBack, new Response.Answered(Answer.DONE));
        assertThat(rolledBack.problem()).hasMessage("no route");
    }

    /** It claims that it can't roll back, and a later confirmation would not undo that. */
    @Test
    void rollback_isDoubtful_isAHazard() {
        RemoteParticipant participant = registered();
        assertThat(rollback(participant, UNSENT)).isEqualTo(Answer.RETRY);
        assertThat(rollback(participant, new Response.Answered(Answer.DOUBTFUL)))
                .isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    /** A prepared subordinate asks for the decision by itself. */
    @Test
    void rollback_isNotReachedForLong_isLeftToItsQuestion() {
        RemoteParticipant participant = registered();
        rollback(participant, UNSENT);
        pass(Duration.ofSeconds(31));
        assertThat(participant.rollback(answer -> {})).isEqualTo(Answer.DONE);
    }

    /** Over this wire it can't ask, so only a repeated request can end it. */
    @Test
    void rollback_isNotReachedForLongAndCanNotAsk_isRepeated() {
        features.remove(Feature.INQUIRY);
        RemoteParticipant participant = registered();
        rollback(participant, UNSENT);
        pass(Duration.ofHours(1));
        assertThat(rollback(participant, UNSENT)).isEqualTo(Answer.RETRY);
        assertThat(rollback(participant, new Response.Answered(Answer.DONE))).isEqualTo(Answer.DONE);
    }

    /** Nothing can be sent to it any more, and this node can't know what its wire could carry. */
    @Test
    void rollback_noTransportReachesIt_isLeftToItsQuestion() {
        RemoteParticipant participant = registered("other://h:1/p");
        assertThat(participant.can()).containsExactly(Capability.PREPARE);
        assertThat(rollback(participant, UNSENT)).isEqualTo(Answer.RETRY);
        pass(Duration.ofSeconds(31));
        assertThat(participant.rollback(answer -> {})).isEqualTo(Answer.DONE);
    }

    /** The mirror of it: it says to the commit that it has rolled back. */
    @Test
    void commit_isRolledBackAndConfirmedLater_isPutOnRecordAndAHazard() {
        RemoteParticipant before = registered();
        assertThat(commit(before, new Response.Answered(Answer.ROLLED_BACK))).isEqualTo(Answer.DOUBTFUL);
        assertThat(commit(before, new Response.Answered(Answer.ROLLED_BACK))).isEqualTo(Answer.RETRY);
        assertThat(commit(crashed(before), new Response.Answered(Answer.DONE))).isEqualTo(Answer.HEURISTIC_HAZARD);
        assertThat(commit(before, new Response.Answered(Answer.DONE))).isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    private record Described(ByteArrayOutputStream bytes) implements ByteSink {
        @Override
        public ByteSink putByte(int value) {
            bytes.write(value);
            return this;
        }

        @Override
        public ByteSink putInt(int value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ByteSink putLong(long value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ByteSink putBytes(byte[] from, int offset, int length) {
            bytes.write(from, offset, length);
            return this;
        }

        @Override
        public ByteSink putString(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            return putByte(utf8.length >>> 8).putByte(utf8.length).putBytes(utf8, 0, utf8.length);
        }
    }
}
