package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.transport.soap.Stranger.Reference;
import dev.assent.transport.soap.Stranger.Reply;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a whole node refuses to strangers: guessed keys, places that may not be called, registrations that are wrong or late, too much. */
@Fast
class RefusedStrangersTest extends StrangersPart {
    private static final int NOT_TOLD = 8652;
    private static final int NOT_TOLD_MORE = 8653;
    private static final String NOT_ALLOWED = "http://10.0.0.1/x?key=123";

    @Test
    void anInitiatorWhoseReferenceIsTooLongIsRefused() throws Exception {
        Reference registration = stranger.begin(transport.activation());
        Reply refused = stranger.register(
                registration, Stranger.WSAT + "/Completion", stranger.place("initiator"), "x".repeat(4_000));
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
        stranger.join(registration, "Completion", "init", SILENT);
    }

    /** A reference that is kept: few bytes may take much room. */
    @ParameterizedTest
    @ValueSource(strings = {"Completion", "Durable2PC", "Volatile2PC"})
    void aReferenceOfManyElementsIsRefused(String protocol) throws Exception {
        Reference registration = begin();
        Reply refused = stranger.register(
                registration, Stranger.WSAT + "/" + protocol, stranger.place("large"), "<x/>".repeat(100));
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
        assertThat(refused.body()).contains("ASSENT-8650");
    }

    @Test
    void oneHostBeginsNoMoreThanTheLimitHowManyNamesItMayHave() throws Exception {
        for (int i = 0; i < ClientDesk.Limits.DEFAULT.openMax(); i++) {
            stranger.begin(transport.activation());
        }
        Reply refused = stranger.create(transport.activation(), "");
        assertThat(refused.faultCode()).isEqualTo("CannotCreateContext");
        assertThat(refused.body()).contains("127.0.0.1", String.valueOf(ClientDesk.Limits.DEFAULT.openMax()));
        pass(Duration.ofSeconds(61));
        assertIdle();
        begin();
    }

    @Test
    void whoIsRefusedReadsOfItsPlaceAndOfNoParameters() throws Exception {
        Reply refused = stranger.register(begin(), Stranger.WSAT + "/Completion", "http://10.0.0.1/x?key=123", "other");
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
        assertThat(refused.body()).contains("'http://10.0.0.1/x'").doesNotContain("key=123", "other");
    }

    @Test
    void aKeyThatIsGuessedOpensNothing() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        String forged = registration.parameter().replaceFirst(".{32}$", "0".repeat(32));
        Reply refused = stranger.register(
                new Reference(registration.address(), forged),
                Stranger.WSAT + "/Durable2PC",
                stranger.place("participant"),
                "D1");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo("CannotRegisterParticipant");
        Reference end = stranger.coordinator("init");
        String guess = end.parameter().replaceFirst(".{32}$", "0".repeat(32));
        stranger.say("eve", "Rollback", new Reference(end.address(), guess));
        stranger.awaitHeard("eve:UnknownTransaction");
        assertThat(heardBy("D0")).isEmpty();
        commit();
        stranger.awaitHeard("init:Committed");
    }

    @Test
    void nobodyButTheFirstInitiatorEndsATransaction() throws Exception {
        String completion = Stranger.WSAT + "/Completion";
        Reference registration = begin(); // registers "init"
        for (String place : List.of(stranger.place("other"), Stranger.ANONYMOUS, stranger.place("participant"))) {
            Reply refused = stranger.register(registration, completion, place, "init");
            assertThat(refused.faultCode()).as(place).isEqualTo("CannotRegisterParticipant");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInitiatorThatHasHeardNothingSendsItsRegistrationAgain(boolean isCalled) throws Exception {
        Reference registration = stranger.begin(transport.activation());
        String completion = Stranger.WSAT + "/Completion";
        String place = isCalled ? stranger.place("init") : Stranger.ANONYMOUS;
        Reply first = stranger.register(registration, completion, place, "", "urn:m:once");
        Reply again = stranger.register(registration, completion, place, "", "urn:m:once");
        assertThat(Reference.in(again.body())).isEqualTo(Reference.in(first.body()));
        Reply other = stranger.register(registration, completion, place, "", "urn:m:another");
        assertThat(other.faultCode()).isEqualTo("CannotRegisterParticipant");
    }

    @Test
    void anAddressThatIsNotAllowedIsNotTold() throws Exception {
        Reference registration = begin();
        Reply refused = stranger.register(registration, Stranger.WSAT + "/Completion", "http://10.0.0.1/x", "");
        assertThat(refused.status()).isEqualTo(500);
        node.allowed = address -> address.startsWith("soap://127.0.0.1:");
        Reply second = stranger.register(registration, Stranger.WSAT + "/Durable2PC", "http://10.0.0.1/x", "");
        assertThat(second.status()).isEqualTo(500);
        commit();
        stranger.awaitHeard("init:Aborted"); // who could not register may have done work
    }

    @Test
    void create_replyToIsNotAllowed_isRefusedOnTheConnectionAndLogged() throws Exception {
        Reply refused = stranger.post(
                transport.activation(),
                "CreateCoordinationContext",
                Stranger.replyTo(NOT_ALLOWED),
                "<wscoor:CreateCoordinationContext><wscoor:CoordinationType>" + Stranger.WSAT
                        + "</wscoor:CoordinationType></wscoor:CreateCoordinationContext>");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo("InvalidAddressingHeader");
        assertThat(node.node().coordinator().isIdle()).as("nothing is begun").isTrue();
        assertThat(notices.of(NOT_TOLD))
                .singleElement()
                .asString()
                .contains("10.0.0.1", "allowed-addresses")
                .doesNotContain("123");
    }

    @Test
    void register_replyToIsNotAllowed_isRefusedOnTheConnectionAndTheTransactionGoesOn() throws Exception {
        Reference registration = begin();
        Reply refused = stranger.post(
                registration.address(),
                "Register",
                Stranger.replyTo(NOT_ALLOWED) + registration.header(),
                "<wscoor:Register><wscoor:ProtocolIdentifier>" + Stranger.WSAT
                        + "/Durable2PC</wscoor:ProtocolIdentifier><wscoor:ParticipantProtocolService><wsa:Address>"
                        + stranger.place("participant") + "</wsa:Address></wscoor:ParticipantProtocolService>"
                        + "</wscoor:Register>");
        assertThat(refused.faultCode()).isEqualTo("InvalidAddressingHeader");
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("participant")).as("it is not registered").isEmpty();
    }

    /** A sender may make up as many places as it likes, and fills no log by that. */
    @Test
    void notification_faultToIsNotAllowed_isLoggedOnceForEachPlaceAndForFew() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        Reference coordinator = stranger.coordinator("D0");
        for (int i = 0; i < 50; i++) {
            String place = "http://10.0.0." + (i / 2 + 1) + "/x";
            Reply taken = stranger.post(
                    coordinator.address(),
                    "Prepare",
                    Stranger.replyTo(place) + coordinator.header(),
                    "<wsat:Prepare/>");
            assertThat(taken.status()).isEqualTo(202);
        }
        Awaitility.await().until(() -> !notices.of(NOT_TOLD_MORE).isEmpty());
        Awaitility.await().until(() -> notices.of(NOT_TOLD).size() >= 10);
        assertThat(notices.of(NOT_TOLD)).hasSize(10).doesNotHaveDuplicates();
        assertThat(notices.of(NOT_TOLD_MORE)).hasSize(1);
        pass(Duration.ofSeconds(61));
        stranger.post(
                coordinator.address(),
                "Prepare",
                Stranger.replyTo("http://10.0.0.1/x") + coordinator.header(),
                "<wsat:Prepare/>");
        Awaitility.await().until(() -> notices.of(NOT_TOLD).size() == 11);
    }

    @ParameterizedTest
    @CsvSource({
        "Nonsense, http://127.0.0.1:1/x, InvalidProtocol",
        "Durable2PC, http://www.w3.org/2005/08/addressing/anonymous, InvalidParameters",
        "Volatile2PC, http://www.w3.org/2005/08/addressing/none, InvalidParameters",
        "Durable2PC, mailto:x, InvalidParameters"
    })
    void aRegistrationThatIsWrongIsRefusedByItsFault(String protocol, String place, String fault) throws Exception {
        Reply refused = stranger.register(begin(), Stranger.WSAT + "/" + protocol, place, "");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo(fault);
        commit();
        stranger.awaitHeard("init:Committed");
    }

    @Test
    void aRegistrationThatComesTooLateIsRefused() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", SILENT);
        commit();
        stranger.awaitHeard("D0:Prepare");
        Reply refused =
                stranger.register(registration, Stranger.WSAT + "/Durable2PC", stranger.place("participant"), "D1");
        assertThat(refused.faultCode()).isEqualTo("InvalidState");
        stranger.say("D0", "Prepared");
        stranger.awaitHeard("D0:Commit");
        stranger.say("D0", "Committed");
        stranger.awaitHeard("init:Committed");
    }

    @Test
    void contextsOfOtherTypesAreNotMade() throws Exception {
        Reply refused = stranger.post(
                transport.activation(),
                "CreateCoordinationContext",
                "",
                "<wscoor:CreateCoordinationContext><wscoor:CoordinationType>urn:other</wscoor:CoordinationType>"
                        + "</wscoor:CreateCoordinationContext>");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
    }
}
