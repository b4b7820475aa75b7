package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.client.TakesNothing;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.assembly.HttpTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client at a stranger's coordinator, which sends the outcome by messages of its own: Completion, as its initiator
 * sees it.
 */
@Fast
class StrangeActivationTest {
    private static final long MILLIS_MAX = 60_000;

    private final AdjustableClock clock = new AdjustableClock();
    private final SoapFixture wire =
            new SoapFixture(clock, SoapConfig.defaults(), new TransportFixture.Limits(MILLIS_MAX, 0));
    private final HttpTransport transport = wire.transport("client", null, none -> null);
    private StrangeActivation stranger;
    private Response.Begun begun;

    @BeforeEach
    void open() throws IOException {
        stranger = new StrangeActivation();
        transport.open(TakesNothing.INSTANCE);
        begun = (Response.Begun) get(ask(new Request.Begin(0)));
    }

    @AfterEach
    void close() {
        stranger.close();
        wire.close();
    }

    private CompletableFuture<Response> ask(Request request) {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        transport.peer(stranger.address()).ask(request, MILLIS_MAX, answer::complete);
        return answer;
    }

    private static Response get(CompletableFuture<Response> answer) {
        return answer.orTimeout(Waiting.MILLIS_MAX, TimeUnit.MILLISECONDS).join();
    }

    private CompletableFuture<Response> end(boolean isCommit) {
        return ask(new Request.End(begun.context().id(), isCommit, List.of()));
    }

    /** Asks for the commit, and waits until the coordinator has heard of it, and said so. */
    private CompletableFuture<Response> commit() {
        int before = stranger.heard().size();
        CompletableFuture<Response> answer = end(true);
        stranger.awaitHeard(before + (before == 1 ? 2 : 1)); // it registers first
        Awaitility.await().until(transport::isIdle); // it has the answer that its message was heard
        return answer;
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
        transport.tick();
    }

    private static Outcome outcome(CompletableFuture<Response> answer) {
        return ((Response.Ended) get(answer)).outcome();
    }

    @ParameterizedTest
    @CsvSource({"true, Committed, COMMITTED", "true, Aborted, ROLLED_BACK", "false, Aborted, ROLLED_BACK"})
    void theOutcomeComesByAMessageOfItsOwn(boolean isCommit, String said, Outcome outcome) throws Exception {
        CompletableFuture<Response> ended = end(isCommit);
        stranger.awaitHeard(3);
        assertThat(ended).isNotDone();
        assertThat(stranger.say(said).statusCode()).isEqualTo(202);
        assertThat(outcome(ended)).isEqualTo(outcome);
        assertThat(stranger.heard())
                .containsExactly("CreateCoordinationContext", "Register", isCommit ? "Commit" : "Rollback");
    }

    @Test
    void whoAsksAgainForWhatIsOverIsToldWithoutAMessage() throws Exception {
        CompletableFuture<Response> first = commit();
        stranger.say("Committed");
        assertThat(outcome(first)).isEqualTo(Outcome.COMMITTED);
        assertThat(outcome(end(true))).isEqualTo(Outcome.COMMITTED);
        assertThat(outcome(end(false))).isEqualTo(Outcome.COMMITTED);
        assertThat(stranger.say("Committed").statusCode()).as("once more").isEqualTo(202);
        assertThat(stranger.heard()).hasSize(3);
    }

    @Test
    void whatIsNotAnsweredIsSentAgain() throws Exception {
        CompletableFuture<Response> ended = commit();
        pass(9_999);
        pass(1);
        stranger.awaitHeard(4);
        assertThat(stranger.heard()).endsWith("Commit", "Commit");
        stranger.say("Committed");
        assertThat(outcome(ended)).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void whoseTimeIsOverKnowsNothingAndMayAskAgain() throws Exception {
        CompletableFuture<Response> first = commit();
        pass(MILLIS_MAX);
        assertThat(((Response.Unanswered) get(first)).mayHaveArrived()).isTrue();
        CompletableFuture<Response> second = commit();
        stranger.say("Committed");
        assertThat(outcome(second)).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void whatWasHeardOnceIsNotRolledBackBecauseTheCoordinatorIsGoneWhenItIsSentAgain() {
        CompletableFuture<Response> first = commit();
        stranger.close();
        pass(10_000);
        assertThat(((Response.Unanswered) get(end(true))).mayHaveArrived()).isTrue();
        assertThat(first).as("it may come back").isNotDone();
        pass(MILLIS_MAX - 10_000);
        assertThat(((Response.Unanswered) get(first)).mayHaveArrived()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"soap:Server", "soap:Client", "wsat:InvalidState"})
    void whatWasHeardOnceIsAwaitedWhateverIsSaidWhenItIsSentAgain(String code) throws Exception {
        CompletableFuture<Response> first = commit();
        stranger.refuse(code);
        pass(10_000);
        stranger.awaitHeard(4);
        CompletableFuture<Response> second = commit();
        stranger.say("Committed");
        assertThat(outcome(first)).isEqualTo(Outcome.COMMITTED);
        assertThat(outcome(second)).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void whatMayBeDoneIsAwaited() throws Exception {
        stranger.refuse("soap:Server");
        CompletableFuture<Response> first = commit();
        stranger.say("Committed");
        assertThat(outcome(first)).isEqualTo(Outcome.COMMITTED);
    }

    @ParameterizedTest
    @CsvSource({"502, <html>Bad Gateway</html>", "504, <x xmlns='http://www.w3.org/1999/xhtml'/>", "202, OK", "500, no"
    })
    void anAnswerThatCannotBeReadIsNoRefusal(int status, String text) throws Exception {
        stranger.garble(status, text);
        CompletableFuture<Response> first = commit();
        stranger.say("Committed");
        assertThat(outcome(first)).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void oneThatSaysThatTheAddressIsWrongIs() {
        stranger.garble(404, "nothing here");
        assertThat(get(end(true))).isInstanceOf(Response.Refused.class);
    }

    @Test
    void afterARefusalACoordinatorThatIsNotReachedHasDoneNothing() throws Exception {
        stranger.refuse("soap:Client");
        assertThat(get(end(true))).isInstanceOf(Response.Refused.class);
        stranger.close();
        Thread.sleep(5); // a peer that is called again sooner counts as still there
        assertThat(((Response.Unanswered) get(end(true))).mayHaveArrived()).isFalse();
    }

    @Test
    void bothWhoAskAreTold() throws Exception {
        CompletableFuture<Response> first = commit();
        CompletableFuture<Response> second = commit();
        stranger.say("Aborted");
        assertThat(outcome(first)).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(outcome(second)).isEqualTo(Outcome.ROLLED_BACK);
    }

    @Test
    void rollbackIsTooLateAfterCommit() {
        commit();
        assertThat(((Response.Refused) get(end(false))).text()).contains("ASSENT-8622");
        assertThat(stranger.heard()).doesNotContain("Rollback");
    }

    @Test
    void aCoordinatorThatHasRolledBackByItselfIsHeardBeforeTheEndIsAskedFor() throws Exception {
        stranger.refuse("wsat:InvalidState"); // so that it is registered, and not asked
        get(end(true));
        assertThat(stranger.say("Aborted").statusCode()).isEqualTo(202);
        assertThat(outcome(end(true))).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(stranger.heard()).hasSize(3);
    }

    @Test
    void committedBeforeItIsAskedForIsInvalid() throws Exception {
        stranger.refuse("wsat:InvalidState");
        get(end(true));
        assertThat(stranger.say("Committed").body()).contains("InvalidState");
    }

    @ParameterizedTest
    @CsvSource({"wsat:InconsistentInternalState, HEURISTIC_MIXED", "wsat:UnknownTransaction, UNKNOWN"})
    void faultsSayWhatBecameOfIt(String code, Outcome outcome) throws Exception {
        CompletableFuture<Response> ended = commit();
        stranger.sayFault(code);
        assertThat(outcome(ended)).isEqualTo(outcome);
    }

    @Test
    void whatTheCoordinatorDoesNotKnowMayBeAskedForAgain() throws Exception {
        stranger.refuse("wsat:UnknownTransaction");
        assertThat(outcome(end(true))).isEqualTo(Outcome.UNKNOWN);
        stranger.refuse("");
        CompletableFuture<Response> again = commit();
        stranger.say("Committed");
        assertThat(outcome(again)).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void whatIsRefusedIsNotDoneAndMayBeRolledBack() throws Exception {
        stranger.refuse("soap:Client");
        assertThat(get(end(true))).isInstanceOf(Response.Refused.class);
        stranger.refuse("");
        CompletableFuture<Response> rolledBack = end(false);
        stranger.awaitHeard(4);
        stranger.say("Aborted");
        assertThat(outcome(rolledBack)).isEqualTo(Outcome.ROLLED_BACK);
    }

    @Test
    void nobodyElseSaysWhatBecameOfIt() throws Exception {
        CompletableFuture<Response> ended = commit();
        assertThat(stranger.sayByAnotherKey("Aborted").statusCode()).isEqualTo(202);
        assertThat(stranger.say("Prepared").body()).contains("ActionNotSupported");
        assertThat(ended).isNotDone();
        stranger.say("Committed");
        assertThat(outcome(ended)).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void aProcessThatClosesSaysThatItDoesNotKnow() {
        CompletableFuture<Response> ended = commit();
        transport.close();
        assertThat(((Response.Unanswered) get(ended)).mayHaveArrived()).isTrue();
    }
}
