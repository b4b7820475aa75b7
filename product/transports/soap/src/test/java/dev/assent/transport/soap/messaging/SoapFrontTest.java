package dev.assent.transport.soap.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.adapter.SystemClock;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.Samples;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.http.HttpListener;
import dev.assent.transport.soap.http.ListenerLimits;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Receiver.Posted;
import dev.assent.transport.soap.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where what a service says goes: on the connection, to an endpoint that really listens, or nowhere. */
@Fast
class SoapFrontTest {
    private static final String ANONYMOUS = "http://www.w3.org/2005/08/addressing/anonymous";
    private static final String NONE = "http://www.w3.org/2005/08/addressing/none";
    private static final Said ANSWER = new Said.Answer(
            new ProtocolMessage.RegisterResponse(new EndpointReference("http://127.0.0.1:8/c")), "registered");
    private static final Said REFUSAL = new Said.Refusal(ProtocolFault.INVALID_STATE.with("because"));

    private final BlockingQueue<Posted> elsewhere = new LinkedBlockingQueue<>();
    private final HttpCaller caller = new HttpCaller(CallerLimits.DEFAULT, null, any -> true);
    private final HttpListener listener =
            new HttpListener(new HttpListener.Place("127.0.0.1", 0, null), ListenerLimits.DEFAULT, (posted, answer) -> {
                elsewhere.add(posted);
                answer.accept(Answer.ACCEPTED);
            });
    private Said said = ANSWER;
    private Received received;
    private SoapFront front;

    @BeforeEach
    void open() {
        caller.open();
        listener.open();
        Messages messages = new Messages(XmlLimits.DEFAULT);
        front = new SoapFront(
                messages,
                new Outbox(messages, new Exchanges(caller, SystemClock.INSTANCE), Observation.NONE),
                Map.of("/service", (message, answer) -> {
                    received = message;
                    answer.accept(said);
                }),
                to -> !to.address().contains("//10.0.0.1"));
    }

    @AfterEach
    void close() {
        caller.close();
        listener.close();
    }

    private String place() {
        return "http://127.0.0.1:" + listener.port() + "/elsewhere";
    }

    private Answer post(String message) throws Exception {
        return post("/service", "text/xml; charset=utf-8", message);
    }

    private Answer post(String path, String type, String message) throws Exception {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Entity entity = new Entity(type, Samples.bytes(message));
        front.receive(new Posted("127.0.0.1:1", path, Map.of(), entity, 0), answer::complete);
        return answer.get();
    }

    private static String text(Entity entity) {
        return new String(entity.bytes(), StandardCharsets.UTF_8);
    }

    private static String text(Answer answer) {
        return answer.entity() == null ? "" : text(answer.entity());
    }

    private String cameElsewhere() throws InterruptedException {
        Posted posted = elsewhere.take();
        assertThat(posted).isNotNull();
        return text(posted.entity());
    }

    private void assertNothingElsewhere() throws InterruptedException {
        assertThat(elsewhere.poll(300, TimeUnit.MILLISECONDS)).isNull();
    }

    /** A notification, with these header blocks in place of its own. */
    private static String notification(String headers) {
        return Samples.PREPARE.replaceFirst("<ReplyTo.*</FaultTo>", headers);
    }

    private static String header(String name, String address) {
        return "<" + name + " xmlns=\"http://www.w3.org/2005/08/addressing\"><Address>" + address + "</Address></"
                + name + ">";
    }

    // ---- requests

    @Test
    void whoWaitsOnTheConnectionIsAnsweredThere() throws Exception {
        Answer answer = post(Samples.REGISTER);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer))
                .contains("RegisterResponse")
                .contains(">urn:uuid:6e3c1b1e-0000-4000-8000-0123456789ab</wsa:RelatesTo>");
        assertThat(received.content().message()).isInstanceOf(ProtocolMessage.Register.class);
    }

    @Test
    void whoIsElsewhereIsAnsweredThere() throws Exception {
        Answer answer = post(Samples.REGISTER.replace(ANONYMOUS, place()));
        assertThat(answer).isEqualTo(Answer.ACCEPTED);
        assertThat(cameElsewhere())
                .contains("RegisterResponse")
                .contains(">" + place() + "</wsa:To>")
                .contains("6e3c1b1e-0000-4000-8000-0123456789ab</wsa:RelatesTo>");
    }

    @Test
    void whoWantsNoAnswerGetsNone() throws Exception {
        assertThat(post(Samples.REGISTER.replace(ANONYMOUS, NONE))).isEqualTo(Answer.ACCEPTED);
        assertNothingElsewhere();
    }

    @Test
    void aRefusalIsAFaultWhereTheAnswerWouldGo() throws Exception {
        said = REFUSAL;
        Answer here = post(Samples.REGISTER);
        assertThat(here.status()).isEqualTo(500);
        assertThat(text(here)).contains("wscoor:InvalidState</faultcode>").contains("/wscoor/2006/06/fault<");
        assertThat(post(Samples.REGISTER.replace(ANONYMOUS, place()))).isEqualTo(Answer.ACCEPTED);
        assertThat(cameElsewhere()).contains("wscoor:InvalidState</faultcode>");
    }

    @Test
    void aFaultGoesWhereFaultsAreWanted() throws Exception {
        said = REFUSAL;
        String faults = header("FaultTo", place()) + "</soap:Header>";
        assertThat(post(Samples.REGISTER.replace("</soap:Header>", faults))).isEqualTo(Answer.ACCEPTED);
        assertThat(cameElsewhere()).contains("wscoor:InvalidState</faultcode>");
    }

    @Test
    void aRequestWithoutAnIdentityIsRefused() throws Exception {
        Answer answer = post(Samples.REGISTER.replaceFirst("<wsa:MessageID>.*</wsa:MessageID>", ""));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(text(answer))
                .contains("wsa:MessageAddressingHeaderRequired</faultcode>")
                .contains("MessageID")
                .contains("/addressing/unspecified</wsa:RelatesTo>");
        assertThat(received).isNull();
    }

    @Test
    void theSecondVersionOfSoapSaysWhoseFaultItIs() throws Exception {
        String type = "application/soap+xml; charset=utf-8";
        assertThat(post("/service", type, Samples.second(Samples.REGISTER)).status())
                .isEqualTo(200);
        said = REFUSAL;
        Answer refused = post("/service", type, Samples.second(Samples.REGISTER));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(text(refused)).contains("soap:Sender</soap:Value>").contains("wscoor:InvalidState</soap:Value>");
        assertThat(refused.entity().contentType())
                .startsWith("application/soap+xml")
                .contains("action=\"http://docs.oasis-open.org/ws-tx/wscoor/2006/06/fault\"");
    }

    @Test
    void whatTheParameterOfItsTypeSaysIsTheAction() throws Exception {
        String type = "application/soap+xml; action=\"urn:other\"";
        Answer refused = post("/service", type, Samples.second(Samples.REGISTER));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(text(refused)).contains("urn:other").contains("InvalidAddressingHeader");
    }

    /** Nothing is done for it: its sender would never hear what has become of it. */
    @ParameterizedTest
    @ValueSource(strings = {"ReplyTo", "FaultTo"})
    void aRequestWhoseAnswerMayNotBeSentIsRefusedOnTheConnection(String header) throws Exception {
        String elsewhereNot = "http://10.0.0.1/x?key=123";
        String message = header.equals("ReplyTo")
                ? Samples.REGISTER.replace(ANONYMOUS, elsewhereNot)
                : Samples.REGISTER.replace("</soap:Header>", header("FaultTo", elsewhereNot) + "</soap:Header>");
        Answer answer = post(message);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(text(answer))
                .contains("wsa:InvalidAddressingHeader</faultcode>", "ASSENT-8651", "http://10.0.0.1/x")
                .contains("6e3c1b1e-0000-4000-8000-0123456789ab</wsa:RelatesTo>")
                .doesNotContain("key=123");
        assertThat(received).isNull();
    }

    /** It is not even known what it asks for. */
    @Test
    void aMessageThatIsWrongAndWhoseFaultMayNotBeSentIsRefusedOnTheConnection() throws Exception {
        String message = Samples.REGISTER
                .replace(ANONYMOUS, "http://10.0.0.1/x")
                .replaceFirst("<wsa:MessageID>.*</wsa:MessageID>", "");
        assertThat(post(message).status()).isEqualTo(500);
    }

    // ---- notifications

    @Test
    void aNotificationWhoseFaultMayNotBeSentIsTakenAllTheSame() throws Exception {
        said = Said.NOTHING;
        assertThat(post(notification(header("ReplyTo", "http://10.0.0.1/x")))).isEqualTo(Answer.ACCEPTED);
        assertThat(received.content().message()).isEqualTo(Notification.PREPARE);
    }

    @Test
    void aNotificationIsTaken() throws Exception {
        said = Said.NOTHING;
        assertThat(post(Samples.PREPARE)).isEqualTo(Answer.ACCEPTED);
        assertThat(received.content().message()).isEqualTo(Notification.PREPARE);
    }

    @Test
    void aFaultOfANotificationFindsAWay() throws Exception {
        said = REFUSAL;
        for (String each : List.of(
                header("FaultTo", place()) + header("ReplyTo", NONE),
                header("ReplyTo", place()),
                header("ReplyTo", NONE) + header("From", place()))) {
            assertThat(post(notification(each))).as(each).isEqualTo(Answer.ACCEPTED);
            assertThat(cameElsewhere())
                    .contains("wscoor:InvalidState</faultcode>")
                    .contains(">urn:0a1b2c:-5d6e:7f</wsa:RelatesTo>");
        }
        assertThat(post(notification("")).status()).as("else on the connection").isEqualTo(500);
        assertThat(post(notification(header("ReplyTo", NONE)))).isEqualTo(Answer.ACCEPTED);
        assertNothingElsewhere();
    }

    @Test
    void anAddressThatIsNoneDoesNoHarm() throws Exception {
        said = REFUSAL;
        assertThat(post(notification(header("FaultTo", "mailto:x")))).isEqualTo(Answer.ACCEPTED);
    }

    // ---- what no service sees

    @Test
    void aPathWithoutAServiceIsNotFound() throws Exception {
        assertThat(post("/other", "text/xml", Samples.REGISTER).status()).isEqualTo(404);
    }

    @Test
    void aTypeThatIsNotThatOfTheEnvelopeIsNotSupported() throws Exception {
        assertThat(post("/service", "application/soap+xml", Samples.REGISTER).status())
                .isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a", "<a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"})
    void whatIsNoMessageIsAFaultOnTheConnection(String text) throws Exception {
        Answer answer = post(text);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(text(answer)).contains(":Client</faultcode>").contains("ASSENT-860");
        assertThat(received).isNull();
    }

    @Test
    void aHeaderThatIsMissingIsNamedToWhoeverWaits() throws Exception {
        Answer answer = post(Samples.REGISTER.replaceFirst("<wsa:Action.*</wsa:Action>", ""));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(text(answer))
                .contains("MessageAddressingHeaderRequired</faultcode>")
                .contains("6e3c1b1e-0000-4000-8000-0123456789ab</wsa:RelatesTo>");
    }
}
