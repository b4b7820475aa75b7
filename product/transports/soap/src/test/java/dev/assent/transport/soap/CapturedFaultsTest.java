package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.Stranger.Reference;
import dev.assent.transport.soap.Stranger.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages that are wrong, odd, or about what nobody knows, as they were sent to an independent coordinator, and what the
 * standards say to each (WS-Addressing 1.0 SOAP Binding, section 6; WS-Coordination 1.2, section 4; WS-AtomicTransaction
 * 1.2, sections 5 and 9).
 */
@Fast
class CapturedFaultsTest extends StrangersPart {
    private static final String CREATE = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06/CreateCoordinationContext";
    private static final String ANONYMOUS = "http://www.w3.org/2005/08/addressing/anonymous";
    private static final String NONE = "http://www.w3.org/2005/08/addressing/none";
    private static final Reference UNKNOWN = new Reference("", "nosuch");

    // ---- Activation

    private String creation(String headers, String inside) {
        return Samples.envelope(
                "<wsa:To soap:mustUnderstand='1'>" + transport.activation() + "</wsa:To>" + Stranger.replyTo(ANONYMOUS)
                        + headers,
                "<wscoor:CreateCoordinationContext>" + inside + "</wscoor:CreateCoordinationContext>");
    }

    private Reply create(String headers, String inside) throws Exception {
        return stranger.send(transport.activation(), "text/xml; charset=utf-8", CREATE, creation(headers, inside));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "InvalidParameters | A M | <wscoor:CoordinationType>http://example.org/nosuch</wscoor:CoordinationType>",
                "InvalidParameters | A M | <wscoor:CoordType>http://docs.oasis-open.org/ws-tx/wsat/2006/06</wscoor:CoordType>",
                "MessageAddressingHeaderRequired | M | TYPE",
                "MessageAddressingHeaderRequired | A | TYPE",
                "MustUnderstand | A M Z | TYPE",
                "'' | A M | TYPE"
            })
    void aCreationThatIsWrongIsRefusedByItsFault(String fault, String headers, String inside) throws Exception {
        String blocks = headers.replace("A", "<wsa:Action soap:mustUnderstand='1'>" + CREATE + "</wsa:Action>")
                .replace("M", "<wsa:MessageID>urn:uuid:9abf0d20-d420-4fe6-b9d0-dcee57d86d07</wsa:MessageID>")
                .replace("Z", "<z:Foo xmlns:z='urn:z' soap:mustUnderstand='1'>1</z:Foo>");
        Reply reply = create(
                blocks,
                inside.replace("TYPE", "<wscoor:CoordinationType>" + Stranger.WSAT + "</wscoor:CoordinationType>"));
        assertThat(reply.status()).as(reply.body()).isEqualTo(fault.isEmpty() ? 200 : 500);
        assertThat(reply.faultCode()).as(reply.body()).isEqualTo(fault);
    }

    @Test
    void theSecondVersionOfSoapIsAnsweredInIt() throws Exception {
        String message = Samples.second(creation(
                "<wsa:Action soap:mustUnderstand='1'>" + CREATE + "</wsa:Action><wsa:MessageID>urn:m:1</wsa:MessageID>",
                "<wscoor:CoordinationType>" + Stranger.WSAT + "</wscoor:CoordinationType>"));
        Reply reply = stranger.send(transport.activation(), "application/soap+xml; charset=utf-8", CREATE, message);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.body()).contains("http://www.w3.org/2003/05/soap-envelope", "CoordinationContext");
    }

    // ---- Registration

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<r:Reference xmlns:r='urn:assent:ws-at' wsa:IsReferenceParameter='true'>nosuch</r:Reference>"
            })
    void whoRegistersForNothingThatIsKnownIsRefused(String reference) throws Exception {
        Reply reply = stranger.post(
                begin().address(),
                "Register",
                Stranger.replyTo(ANONYMOUS) + reference,
                "<wscoor:Register><wscoor:ProtocolIdentifier>" + Stranger.WSAT
                        + "/Durable2PC</wscoor:ProtocolIdentifier>"
                        + "<wscoor:ParticipantProtocolService><wsa:Address>" + stranger.place("participant")
                        + "</wsa:Address></wscoor:ParticipantProtocolService></wscoor:Register>");
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.faultCode()).isEqualTo("CannotRegisterParticipant");
    }

    @Test
    void whoWantsTheAnswerElsewhereHearsItThere() throws Exception {
        Reference registration = begin();
        Reply reply = stranger.post(
                registration.address(),
                "Register",
                Stranger.replyTo(stranger.place("registered")) + registration.header(),
                "<wscoor:Register><wscoor:ProtocolIdentifier>" + Stranger.WSAT
                        + "/Durable2PC</wscoor:ProtocolIdentifier>"
                        + "<wscoor:ParticipantProtocolService><wsa:Address>" + stranger.place("participant")
                        + "</wsa:Address></wscoor:ParticipantProtocolService></wscoor:Register>");
        assertThat(reply).isEqualTo(new Reply(202, ""));
        stranger.awaitHeard("registered:RegisterResponse");
    }

    // ---- Completion

    @Test
    void anInitiatorThatHasRegisteredAPlaceHearsThereWhateverItsMessageSaysOfAnswers() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        Reference completion = stranger.coordinator("init");
        Reply reply = stranger.post(
                completion.address(), "Commit", Stranger.replyTo(ANONYMOUS) + completion.header(), "<wsat:Commit/>");
        assertThat(reply).isEqualTo(new Reply(202, ""));
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("D0")).containsExactly("D0:Prepare", "D0:Commit");
    }

    // ---- unknown instances

    private static String place(String header, String address, String name) {
        return "<wsa:" + header + "><wsa:Address>" + address + "</wsa:Address><wsa:ReferenceParameters>"
                + "<x:part xmlns:x='urn:own'>" + name + "</x:part></wsa:ReferenceParameters></wsa:" + header + ">";
    }

    /** Posts a notification for what nobody knows to one of the services of a transport. */
    private Reply notify(String service, String message, String headers) throws Exception {
        String address = transport.activation().replaceFirst("[^/]*$", service);
        return stranger.post(address, message, headers, "<wsat:" + message + "/>");
    }

    @ParameterizedTest
    @CsvSource({
        "coordinator, Prepared",
        "completion, Commit",
        "completion, Rollback",
        "participant, Prepare",
        "participant, Commit",
        "participant, Rollback"
    })
    void whoNamesNoTransactionHearsSo(String service, String message) throws Exception {
        String from = Stranger.replyTo(NONE) + place("From", stranger.place("participant"), "me") + UNKNOWN.header();
        assertThat(notify(service, message, from)).isEqualTo(new Reply(202, ""));
        stranger.awaitHeard("me:UnknownTransaction");
        String faultTo = from + place("FaultTo", stranger.place("faults"), "f");
        assertThat(notify(service, message, faultTo)).isEqualTo(new Reply(202, ""));
        stranger.awaitHeard("f:UnknownTransaction");
        assertThat(stranger.heard()).containsExactly("me:UnknownTransaction", "f:UnknownTransaction");
        assertThat(stranger.lastEnvelope()).contains("http://docs.oasis-open.org/ws-tx/wsat/2006/06/fault");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Aborted", "ReadOnly", "Committed"})
    void theRestOfWhatIsSaidOfNoTransactionIsIgnored(String message) throws Exception {
        String from = Stranger.replyTo(NONE) + place("From", stranger.place("participant"), "me") + UNKNOWN.header();
        assertThat(notify("coordinator", message, from)).isEqualTo(new Reply(202, ""));
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared", "Commit", "Committed"));
        commit();
        stranger.awaitHeard("init:Committed"); // an answer to what came before would have come before
        assertThat(heardBy("me")).isEqualTo(List.of());
    }
}
