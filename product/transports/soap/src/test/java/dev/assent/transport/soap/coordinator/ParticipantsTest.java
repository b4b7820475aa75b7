package dev.assent.transport.soap.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.messaging.Exchanges;
import dev.assent.transport.soap.messaging.Observation;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.xml.XmlLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which participants are known, and what of theirs the node hears. */
@Fast
class ParticipantsTest {
    private static final int MAX = 3;
    private static final LocalTransactionId TRANSACTION =
            new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);

    private final List<Request> asked = new ArrayList<>();

    /** Done while the node takes a request. */
    private Runnable meanwhile = () -> {};

    private final Inbound node = new Inbound() {
        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {}

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            asked.add(request);
            meanwhile.run();
        }
    };

    private final AdjustableClock clock = new AdjustableClock();
    private final Keys keys = new Keys(SigningSecret.ofThisLife());
    private final HttpCaller caller = new HttpCaller(CallerLimits.DEFAULT, null, none -> false);
    private final Participants participants = new Participants(
            new Desk(
                    node,
                    clock,
                    new Outbox(new Messages(XmlLimits.DEFAULT), new Exchanges(caller, clock), Observation.NONE),
                    () -> "http://127.0.0.1:1",
                    none -> false,
                    ExpiresUnit.MILLISECONDS,
                    keys),
            MAX);

    @BeforeEach
    void open() {
        caller.open();
    }

    @AfterEach
    void close() {
        caller.close();
    }

    private Registered at(int number) {
        OwnReference transaction = keys.reference(Kind.REGISTRATION, TRANSACTION, TRANSACTION, "", "");
        return Registered.of(
                keys, transaction, Protocol.DURABLE_2PC, new EndpointReference("http://127.0.0.1:1/" + number));
    }

    private void ask(int number, RemoteVerb verb) {
        ask(number, verb, untold -> {});
    }

    private void ask(int number, RemoteVerb verb, Consumer<Response> reply) {
        Registered one = at(number);
        participants.ask(one.place(), one.reference(), new Request.Ask(verb, one.branch()), 1_000, reply);
    }

    /** A participant of another node of ours. */
    private Registered ofNode(Protocol protocol, String url) {
        LocalTransactionId incarnation = new LocalTransactionId(new NodeEpoch(new NodeId(5, 6), 7, 0), 8);
        OwnReference transaction = keys.reference(Kind.REGISTRATION, TRANSACTION, TRANSACTION, "", "");
        Kind kind = protocol == Protocol.VOLATILE_2PC ? Kind.OWN_VOLATILE : Kind.OWN_DURABLE;
        Keys itsKeys = new Keys(SigningSecret.ofThisLife());
        OwnReference its = itsKeys.reference(kind, incarnation, TRANSACTION, "", "");
        return Registered.of(keys, transaction, protocol, its.at(url));
    }

    private void say(Registered participant, Notification message) {
        EndpointReference coordinator = participant.reference().at("http://127.0.0.1:1/coordinator");
        Addressing addressing = Addressing.to(coordinator, message.action());
        participants.take(
                new Received("127.0.0.1:2", SoapVersion.V1_1, addressing, new Messages.Content(message, null), 1),
                unheard -> {});
    }

    @Test
    void whoRegistersWhenThereIsNoRoomIsRefusedAndNobodyElseGoes() {
        for (int i = 0; i < MAX; i++) {
            assertThat(participants.registered(at(i))).isNull();
        }
        Said refused = participants.registered(at(MAX));
        assertThat(refused).isInstanceOfSatisfying(Said.Refusal.class, refusal -> {
            assertThat(refusal.fault().subcode()).isEqualTo(ProtocolFault.CANNOT_REGISTER_PARTICIPANT.subcode());
            assertThat(refusal.fault().reason()).contains("ASSENT-8647", String.valueOf(MAX));
        });
        assertThat(participants.registered(at(0)))
                .as("one that is known, again")
                .isNull();
        ask(MAX, RemoteVerb.COMMIT);
        assertThat(participants.size())
                .as("a participant from the log gets Commit all the same")
                .isEqualTo(MAX + 1);
        participants.refused(at(1).reference());
        participants.refused(at(2).reference());
        assertThat(participants.registered(at(5))).isNull();
    }

    @Test
    void whoIsBeingAskedCannotRegisterAgain() {
        assertThat(participants.registered(at(0))).isNull();
        ask(0, RemoteVerb.PREPARE);
        assertThat(participants.registered(at(0)))
                .isInstanceOfSatisfying(
                        Said.Refusal.class,
                        refusal ->
                                assertThat(refusal.fault().subcode()).isEqualTo(ProtocolFault.INVALID_STATE.subcode()));
    }

    /** As one that is held up while the transport closes. */
    @Test
    void whoIsAskedBehindTheEndIsAnsweredFor() {
        assertThat(participants.registered(at(0))).isNull();
        participants.close();
        List<Response> told = new ArrayList<>();
        ask(0, RemoteVerb.PREPARE, told::add);
        ask(1, RemoteVerb.COMMIT, told::add);
        assertThat(told).hasSize(2).allMatch(each -> each instanceof Response.Unanswered);
        assertThat(participants.isIdle()).isTrue();
    }

    /** It says by itself that it has rolled back, and the node asks it before it has taken that. */
    @Test
    void whoIsAskedWhileItLeavesIsHeardOnceMore() {
        assertThat(participants.registered(at(0))).isNull();
        List<Response> told = new ArrayList<>();
        meanwhile = () -> ask(0, RemoteVerb.ROLLBACK, told::add);
        say(at(0), Notification.ABORTED);
        meanwhile = () -> {};
        assertThat(participants.isIdle()).as("it is asked").isFalse();
        say(at(0), Notification.ABORTED);
        assertThat(told).containsExactly(new Response.Answered(Answer.DONE));
        assertThat(participants.size()).isZero();
    }

    @Test
    void aLateAnswerOfANodesSynchronizationsIsNoVoteOfTheNode() {
        Registered looksOn = ofNode(Protocol.VOLATILE_2PC, "http://127.0.0.1:1/participant");
        for (Notification each : new Notification[] {Notification.READ_ONLY, Notification.ABORTED}) {
            assertThat(participants.registered(looksOn)).isNull();
            say(looksOn, each);
        }
        assertThat(asked).isEmpty();
        Registered votes = ofNode(Protocol.DURABLE_2PC, "http://127.0.0.1:1/participant");
        assertThat(participants.registered(votes)).isNull();
        say(votes, Notification.ABORTED);
        assertThat(asked).hasSize(1);
    }

    @Test
    void nobodyRegistersForANodeThatHasRegistered() {
        Registered node = ofNode(Protocol.DURABLE_2PC, "http://127.0.0.1:1/participant");
        assertThat(participants.registered(node)).isNull();
        assertThat(participants.registered(ofNode(Protocol.DURABLE_2PC, "http://127.0.0.1:9/somebody")))
                .isInstanceOfSatisfying(
                        Said.Refusal.class,
                        refusal -> assertThat(refusal.fault().reason()).contains("ASSENT-8649"));
        assertThat(participants.registered(node)).as("again").isNull();
    }

    /** A copy of its registration may come late. Nobody would ask it again, and it would stay in the table. */
    @ParameterizedTest
    @CsvSource({"PREPARE, READ_ONLY", "PREPARE, ABORTED", "ROLLBACK, ABORTED", "COMMIT, COMMITTED"})
    void registered_itWasAskedAndIsOver_isRefused(RemoteVerb verb, Notification last) {
        assertThat(participants.registered(at(0))).isNull();
        ask(0, RemoteVerb.PREPARE);
        if (verb == RemoteVerb.COMMIT) {
            say(at(0), Notification.PREPARED);
        }
        ask(0, verb);
        say(at(0), last);
        assertThat(participants.size()).isZero();
        assertThat(participants.registered(at(0)))
                .isInstanceOfSatisfying(
                        Said.Refusal.class,
                        refusal ->
                                assertThat(refusal.fault().subcode()).isEqualTo(ProtocolFault.INVALID_STATE.subcode()));
        assertThat(participants.size()).isZero();
    }

    @Test
    void registered_itHasLeftBeforeItWasAsked_takesPartOnceMore() {
        assertThat(participants.registered(at(0))).isNull();
        say(at(0), Notification.READ_ONLY);
        assertThat(participants.size()).isZero();
        assertThat(participants.registered(at(0))).isNull();
    }
}
