package dev.assent.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When others are tried again, and what operators read of it. */
@Fast
class PeersTest extends AnsweredPeers {
    private static final LocalTransactionId NAME = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final BranchRef BRANCH = new BranchRef(NAME, NAME);
    private static final Request COMMIT = new Request.Ask(RemoteVerb.COMMIT, BRANCH);
    private static final Request INQUIRE = new Request.Inquire(NAME, BRANCH);
    private static final Request COMPLETED = new Request.Completed(BRANCH, Outcome.ROLLED_BACK);
    private static final Response DONE = new Response.Answered(Answer.DONE);
    private static final Response LOST = new Response.Unanswered(true, new IllegalStateException("no route"));
    private static final Response NOT_READY = new Response.Refused(Response.Why.NOT_READY, "not yet");
    private static final Response FORBIDDEN = new Response.Refused(Response.Why.FORBIDDEN, "no");

    /** Two endpoints of one place. */
    private static final String A = "test://h:1/p#d.0123456789abcdef0123456789abcdef";

    private static final String B = "test://h:1/p#d.fedcba9876543210fedcba9876543210";

    private void ask(String address, Request request, Response answer) {
        next = answer;
        peers.ask(address, request, response -> assertThat(response).isSameAs(answer));
    }

    private void pass(double seconds) {
        nanos += (long) (seconds * 1e9);
    }

    @Test
    void whoIsNotReachedOrNotReadyIsTriedAgainWithGrowingPauses() {
        for (Response failure : List.of(LOST, NOT_READY)) {
            for (double pause : new double[] {0.5, 1, 2, 4, 4}) {
                ask("test:a", COMMIT, failure);
                pass(pause - 0.1);
                assertThat(peers.mayTry("test:a")).isFalse();
                pass(0.1);
                assertThat(peers.mayTry("test:a")).isTrue();
            }
            assertThat(peers.mayTry("test:b")).isTrue();
            ask("test:a", COMMIT, DONE);
        }
        assertThat(told).hasSize(4);
        assertThat(told.get(0)).contains("ASSENT-8020", "test:a", "no route");
        assertThat(told.get(1)).contains("ASSENT-8021");
        assertThat(told.get(2)).contains("ASSENT-8020", "not yet");
    }

    @Test
    void ask_theCauseOfTheFailureHasNoText_theAnswerComes() {
        Throwable speechless = Kind.SPEECHLESS.made();
        Response lost = new Response.Unanswered(true, speechless);
        List<Response> answers = new ArrayList<>();
        next = lost;
        peers.ask("test:a", COMMIT, answers::add);
        assertThat(answers).containsExactly(lost);
        assertThat(told)
                .singleElement()
                .asString()
                .contains("ASSENT-8020", speechless.getClass().getName());
    }

    @Test
    void oneThatRefusesIsThere() {
        ask("test:a", COMMIT, FORBIDDEN);
        assertThat(peers.mayTry("test:a")).isTrue();
        assertThat(told).isEmpty();
    }

    /** Recovery tells of a superior that is not reached, with what depends on it. */
    @Test
    void ofASuperiorThatIsNotReachedOnlyWhoAsksTells() {
        ask("test:a", INQUIRE, LOST);
        ask("test:a", INQUIRE, NOT_READY);
        ask("test:a", INQUIRE, DONE);
        assertThat(told).isEmpty();
        ask("test:a", INQUIRE, LOST);
        ask("test:a", COMMIT, LOST);
        ask("test:a", COMMIT, LOST);
        assertThat(told).singleElement().asString().contains("ASSENT-8020");
        ask("test:a", INQUIRE, DONE);
        assertThat(told).hasSize(2);
    }

    @Test
    void anOutageIsOfAPlaceAndShowsNoEndpoint() {
        for (String each : List.of(A, B)) {
            ask(each, COMMIT, LOST);
        }
        assertThat(peers.mayTry(A)).isFalse();
        assertThat(peers.mayTry(B)).isFalse();
        pass(0.5);
        assertThat(peers.mayTry(A)).as("one pause").isTrue();
        assertThat(peers.mayTry(B)).isTrue();
        assertThat(peers.mayTry("test://h:1/other#d.0")).isTrue();
        for (String each : List.of(A, B, A)) {
            ask(each, COMMIT, DONE);
        }
        assertThat(told).hasSize(2).noneMatch(each -> each.contains("#"));
        assertThat(told.get(0)).contains("ASSENT-8020 test://h:1/p can't be reached");
        assertThat(told.get(1)).contains("ASSENT-8021 test://h:1/p is reached again");
    }

    /** Else what goes wrong all the time would keep those from being tried that wait. */
    @Test
    void aFailureDuringAPauseMakesItNoLonger() {
        ask(A, COMMIT, LOST);
        pass(0.4);
        ask(B, COMMIT, LOST);
        pass(0.1);
        assertThat(peers.mayTry(A)).isTrue();
    }

    @Test
    void oneThatIsSilentWhereOthersAnswerIsOneOutageAndHoldsUpNobody() {
        for (int i = 0; i < 10; i++) {
            ask(A, COMMIT, LOST);
            ask(B, COMMIT, DONE);
            assertThat(peers.mayTry(B)).isTrue();
            pass(14);
        }
        assertThat(told).singleElement().asString().contains("ASSENT-8020");
        ask(A, COMMIT, DONE);
        assertThat(told).hasSize(2);
    }

    @Test
    void aPlaceIsBackWhenItAnswersAndWhoDidNotIsAskedNoMore() {
        ask(A, COMMIT, LOST);
        pass(61);
        ask(B, COMMIT, DONE);
        assertThat(told).hasSize(2);
        assertThat(told.get(1)).contains("ASSENT-8021", "after 61000 ms");
    }

    @Test
    void whatWasAskedBeforeAPlaceWasBackBeginsNoOutage() {
        next = null;
        peers.ask(B, COMMIT, lost -> {});
        ask(A, COMMIT, LOST);
        pass(1);
        ask(A, COMMIT, DONE);
        assertThat(told).hasSize(2);
        waiting.forEach(each -> each.accept(LOST));
        assertThat(told).hasSize(2);
        assertThat(peers.mayTry(B)).isTrue();
        ask(B, COMMIT, LOST);
        assertThat(told).as("it is gone again").hasSize(3);
    }

    /** Nobody waits for it, so some wires say at once that it is done. */
    @Test
    void thatSomebodyWasToldWhatHasBecomeOfItDoesNotMeanThatItIsReached() {
        ask(A, COMMIT, LOST);
        ask(A, COMPLETED, DONE);
        assertThat(told).hasSize(1);
        assertThat(peers.mayTry(A)).isFalse();
    }

    @Test
    void refusalsAreOfAPlace() {
        peers.refused(A, "refusal");
        peers.refused(B, "refusal of another there");
        assertThat(told).containsExactly("refusal");
    }

    @Test
    void whatIsRefusedIsToldOnceAndAgainAfterAQuietMinute() {
        for (int i = 0; i < 100; i++) {
            peers.refused("test:a", "refusal " + i);
            pass(4);
        }
        peers.refused("test:b", "refusal of another");
        pass(61);
        peers.refused("test:a", "refusal once more");
        assertThat(told).containsExactly("refusal 0", "refusal of another", "refusal once more");
    }

    @Test
    void onlySoManyAreKeptInMind() {
        for (int i = 0; i <= 1000; i++) {
            ask("test:" + i, COMMIT, LOST);
            peers.refused("test:" + i, "refusal");
        }
        assertThat(peers.mayTry("test:1000")).isFalse();
        assertThat(peers.mayTry("test:1")).isFalse();
        assertThat(peers.mayTry("test:0")).as("forgotten").isTrue();
        told.clear();
        ask("test:500", COMMIT, LOST);
        assertThat(told).isEmpty();
    }

    @Test
    void anAddressOfNoTransportIsNotReached() {
        List<Response> answers = new ArrayList<>();
        peers.ask("carrier-pigeon:a", COMMIT, answers::add);
        assertThat(answers).singleElement().isInstanceOf(Response.Unanswered.class);
        assertThat(told).singleElement().asString().contains("dev.assent:assent-transport-carrier-pigeon");
    }
}
