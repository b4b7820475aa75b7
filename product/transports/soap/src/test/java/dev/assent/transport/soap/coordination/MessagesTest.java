package dev.assent.transport.soap.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.Samples;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.addressing.WsAddressing;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class MessagesTest {
    private static final String WSCOOR = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06";
    private static final EndpointReference PARTICIPANT = new EndpointReference(
            "http://127.0.0.1:9/participant", List.of(Element.ofText(new QName("urn:own", "part"), "D0")));

    private final Messages messages = new Messages(XmlLimits.DEFAULT);

    private Envelope open(String text) throws FaultException {
        return messages.open(Samples.bytes(text), null);
    }

    private Messages.Content content(String text) throws FaultException {
        Envelope envelope = open(text);
        return Messages.content(envelope, AddressingHeaders.read(envelope));
    }

    private SoapFault refusal(String text) {
        FaultException refused = catchThrowableOfType(FaultException.class, () -> content(text));
        assertThat(refused).as(text).isNotNull();
        return refused.fault();
    }

    // ---- what peers write

    @Test
    void aNotificationOfAStackOfJavaIsRead() throws FaultException {
        Envelope envelope = open(Samples.PREPARE);
        Addressing addressing = AddressingHeaders.read(envelope);
        assertThat(addressing)
                .isEqualTo(new Addressing(
                        "http://127.0.0.1:9/participant",
                        "http://docs.oasis-open.org/ws-tx/wsat/2006/06/Prepare",
                        "urn:0a1b2c:-5d6e:7f",
                        "urn:x",
                        EndpointReference.NONE,
                        new EndpointReference("http://127.0.0.1:8/faults"),
                        new EndpointReference(
                                "http://127.0.0.1:8/coordinator",
                                List.of(Element.ofText(new QName("urn:peer", "Instance"), "C0:1"))),
                        List.of(Element.ofText(new QName("urn:own", "part"), "V2"))));
        assertThat(Messages.content(envelope, addressing)).isEqualTo(new Messages.Content(Notification.PREPARE, null));
    }

    @Test
    void whatBeginsATransactionIsRead() throws FaultException {
        assertThat(content(Samples.CREATE).message())
                .isEqualTo(new ProtocolMessage.CreateCoordinationContext(60_000L, null, Notification.NAMESPACE));
        assertThat(content(Samples.CREATE_SUBORDINATE).message())
                .isEqualTo(new ProtocolMessage.CreateCoordinationContext(
                        null,
                        new CoordinationContext(
                                "urn:t:1",
                                null,
                                Notification.NAMESPACE,
                                new EndpointReference(
                                        "http://127.0.0.1:8/reg",
                                        List.of(Element.ofText(new QName("urn:x", "tx"), "T1")))),
                        Notification.NAMESPACE));
        assertThat(content(Samples.CREATE_RESPONSE).message())
                .isEqualTo(new ProtocolMessage.CreateCoordinationContextResponse(new CoordinationContext(
                        "urn:0:7f000001:-1a:7c",
                        null,
                        Notification.NAMESPACE,
                        new EndpointReference(
                                "http://127.0.0.1:8/RegistrationService",
                                List.of(Element.ofText(new QName("urn:peer", "Instance"), "0:7c"))))));
    }

    @Test
    void aRegistrationAndItsAnswerAreRead() throws FaultException {
        assertThat(content(Samples.REGISTER).message())
                .isEqualTo(new ProtocolMessage.Register(Protocol.DURABLE_2PC.uri(), PARTICIPANT));
        assertThat(content(Samples.REGISTER_RESPONSE).message())
                .isEqualTo(
                        new ProtocolMessage.RegisterResponse(new EndpointReference("http://127.0.0.1:8/coordinator")));
    }

    @Test
    void aFaultIsKnownByItsCodeWhateverItsAction() throws FaultException {
        SoapFault fault = content(Samples.FAULT).fault();
        assertThat(ProtocolFault.of(fault.subcode())).contains(ProtocolFault.INVALID_PROTOCOL);
        assertThat(fault.reason()).isEqualTo("Sender");
        assertThat(fault.detail()).isNotNull();
        SoapFault second = content(Samples.FAULT_V1_2).fault();
        assertThat(second)
                .isEqualTo(new SoapFault(
                        SoapFault.Code.SENDER, ProtocolFault.UNKNOWN_TRANSACTION.subcode(), "it is over", null));
    }

    @Test
    void everythingIsReadInTheSecondVersionOfSoapToo() throws FaultException {
        for (String each : List.of(Samples.PREPARE, Samples.CREATE, Samples.REGISTER)) {
            assertThat(open(Samples.second(each)).version()).isEqualTo(SoapVersion.V1_2);
            assertThat(content(Samples.second(each))).isEqualTo(content(each));
        }
    }

    @ParameterizedTest
    @EnumSource(Notification.class)
    void everyNotificationIsReadAsItIsWritten(Notification notification) throws FaultException {
        Addressing addressing = Addressing.to(PARTICIPANT, notification.action())
                .identified("urn:uuid:1")
                .sentBy(new EndpointReference("http://127.0.0.1:8/coordinator"));
        Envelope envelope = messages.open(messages.write(SoapVersion.V1_1, addressing, notification), "UTF-8");
        assertThat(AddressingHeaders.read(envelope)).isEqualTo(addressing);
        assertThat(Messages.content(envelope, addressing).message()).isEqualTo(notification);
    }

    @ParameterizedTest
    @EnumSource(ProtocolFault.class)
    void everyFaultIsReadAsItIsWritten(ProtocolFault kind) throws FaultException {
        for (SoapVersion version : SoapVersion.values()) {
            SoapFault fault = kind.with("because");
            Addressing addressing = Addressing.to(PARTICIPANT, ProtocolFault.action(fault));
            Envelope envelope = messages.open(messages.write(version, addressing, fault), null);
            SoapFault read = Messages.content(envelope, addressing).fault();
            assertThat(read)
                    .usingRecursiveComparison()
                    .ignoringFields(
                            version == SoapVersion.V1_1 ? new String[] {"code"} : new String[0]) // it has one code
                    .isEqualTo(fault);
            assertThat(ProtocolFault.isRefusal(read.code(), read.subcode())).isTrue();
        }
    }

    @Test
    void whatIsWrittenIsShort() {
        Addressing addressing =
                Addressing.to(PARTICIPANT, Notification.PREPARE.action()).identified("urn:uuid:1");
        assertThat(new String(
                        messages.write(SoapVersion.V1_1, addressing, Notification.PREPARE), StandardCharsets.UTF_8))
                .isEqualTo("<?xml version='1.0' encoding='UTF-8'?>"
                        + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>"
                        + "<wsa:Action xmlns:wsa=\"http://www.w3.org/2005/08/addressing\" soap:mustUnderstand=\"1\">"
                        + "http://docs.oasis-open.org/ws-tx/wsat/2006/06/Prepare</wsa:Action>"
                        + "<wsa:To xmlns:wsa=\"http://www.w3.org/2005/08/addressing\" soap:mustUnderstand=\"1\">"
                        + "http://127.0.0.1:9/participant</wsa:To>"
                        + "<wsa:MessageID xmlns:wsa=\"http://www.w3.org/2005/08/addressing\">urn:uuid:1</wsa:MessageID>"
                        + "<part xmlns=\"urn:own\" xmlns:wsa=\"http://www.w3.org/2005/08/addressing\""
                        + " wsa:IsReferenceParameter=\"true\">D0</part></soap:Header><soap:Body>"
                        + "<wsat:Prepare xmlns:wsat=\"http://docs.oasis-open.org/ws-tx/wsat/2006/06\"/></soap:Body>"
                        + "</soap:Envelope>");
    }

    // ---- what is refused, and how

    @Test
    void anEnvelopeOfAnotherVersionIsToldSo() {
        SoapFault fault = refusal(Samples.CREATE.replace("http://schemas.xmlsoap.org/soap/envelope/", "urn:soap:3"));
        assertThat(fault.code()).isEqualTo(SoapFault.Code.VERSION_MISMATCH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not XML",
                "<Envelope/>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'/>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/><s:Header/></s:Envelope>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/><s:Body/></s:Envelope>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/><more/></s:Envelope>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>text</s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a/><b/></s:Body></s:Envelope>"
            })
    void whatIsNoEnvelopeIsTheSendersFault(String text) {
        SoapFault fault = refusal(text);
        assertThat(fault.subcode()).isNull();
        assertThat(fault.code()).isIn(SoapFault.Code.SENDER, SoapFault.Code.VERSION_MISMATCH);
        assertThat(fault.reason()).startsWith("ASSENT-860");
    }

    @Test
    void aHeaderThatMustBeUnderstoodAndIsNotIsNamed() {
        String header = "<z:Foo xmlns:z='urn:z' soap:mustUnderstand='1'>1</z:Foo>";
        SoapFault fault = refusal(Samples.CREATE.replace("</soap:Header>", header + "</soap:Header>"));
        assertThat(fault.code()).isEqualTo(SoapFault.Code.MUST_UNDERSTAND);
        assertThat(fault.reason()).contains("{urn:z}Foo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<z:Foo xmlns:z='urn:z'/>",
                "<z:Foo xmlns:z='urn:z' soap:mustUnderstand='0'/>",
                "<z:Foo xmlns:z='urn:z' soap:mustUnderstand='1' soap:actor='http://elsewhere'/>",
                "<wsa:MessageID soap:mustUnderstand='1' soap:actor='http://elsewhere'>urn:of-its-own</wsa:MessageID>",
                "<z:Foo xmlns:z='urn:z' soap:mustUnderstand='1' wsa:IsReferenceParameter='true'/>"
            })
    void whatNeedNotBeUnderstoodHereDoesNoHarm(String header) throws FaultException {
        assertThat(content(Samples.CREATE.replace("</soap:Header>", header + "</soap:Header>")))
                .isEqualTo(content(Samples.CREATE));
    }

    @Test
    void aMessageWithoutAnActionIsToldWhichHeaderIsMissing() throws FaultException {
        String without = Samples.CREATE.replaceFirst("<wsa:Action.*</wsa:Action>", "");
        SoapFault fault = refusal(without);
        assertThat(fault.subcode()).isEqualTo(AddressingFault.MESSAGE_ADDRESSING_HEADER_REQUIRED.subcode());
        assertThat(fault.reason()).contains("Action");
        assertThat(AddressingHeaders.identity(open(without)))
                .as("so that the fault can name it")
                .contains("urn:uuid:6e3c1b1e-0000-4000-8000-0123456789ab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"To", "Action", "MessageID", "ReplyTo"})
    void aHeaderThatIsThereTwiceIsRefused(String header) {
        String twice = Samples.CREATE.replaceFirst("(<wsa:" + header + "[ >].*</wsa:" + header + ">)", "$1$1");
        assertThat(refusal(twice).subcode()).isEqualTo(AddressingFault.INVALID_ADDRESSING_HEADER.subcode());
    }

    @Test
    void anActionThatNobodyTakesIsRefused() {
        SoapFault fault = refusal(Samples.CREATE.replace("/CreateCoordinationContext</wsa:A", "/Create</wsa:A"));
        assertThat(fault.subcode()).isEqualTo(AddressingFault.ACTION_NOT_SUPPORTED.subcode());
        assertThat(fault.reason()).contains("2006/06/Create'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wscoor:CoordinationType>|wscoor:CoordType>",
                "wscoor:CreateCoordinationContext>|wscoor:Register>",
                ">60000<|>4294967296<",
                ">60000<|>-1<",
                ">60000<|>soon<",
                ">60000<|><wscoor:x/><",
                "http://docs.oasis-open.org/ws-tx/wsat/2006/06</wscoor|</wscoor"
            })
    void aBodyThatIsWrongHasInvalidParameters(String right, String wrong) {
        SoapFault fault = refusal(Samples.CREATE.replace(right, wrong));
        assertThat(fault.subcode()).isEqualTo(new QName(WSCOOR, "InvalidParameters"));
    }

    @Test
    void anEmptyBodyHasInvalidParameters() {
        assertThat(refusal(Samples.message("wsat/2006/06/Prepare", "")).subcode())
                .isEqualTo(ProtocolFault.INVALID_PARAMETERS.subcode());
    }

    @Test
    void anAddressThatIsTooLongIsRefused() {
        String tooLong = "http://127.0.0.1:9/" + "a".repeat(EndpointReference.URI_CHARS_MAX);
        SoapFault fault = refusal(Samples.REGISTER.replace("http://127.0.0.1:9/participant", tooLong));
        assertThat(fault.subcode()).isEqualTo(ProtocolFault.INVALID_PARAMETERS.subcode());
        assertThat(fault.reason()).contains("2067 characters").hasSizeLessThan(300);
    }

    @Test
    void whatHttpSaysOfTheActionIsRightOrNotThere() throws FaultException {
        Addressing addressing = AddressingHeaders.read(open(Samples.CREATE));
        Messages.checkSoapAction(SoapVersion.V1_1, Optional.empty(), addressing);
        Messages.checkSoapAction(SoapVersion.V1_1, Optional.of("\"\""), addressing);
        Messages.checkSoapAction(SoapVersion.V1_1, Optional.of(addressing.action()), addressing);
        Messages.checkSoapAction(SoapVersion.V1_1, Optional.of("\"" + addressing.action() + "\""), addressing);
        FaultException refused = catchThrowableOfType(
                FaultException.class,
                () -> Messages.checkSoapAction(SoapVersion.V1_1, Optional.of("\"urn:other\""), addressing));
        assertThat(refused.fault().subcode()).isEqualTo(AddressingFault.INVALID_ADDRESSING_HEADER.subcode());
    }

    // ---- where answers and faults go

    @Test
    void anAnswerGoesWhereItIsWantedAndAFaultFindsAWay() {
        EndpointReference place = new EndpointReference("http://127.0.0.1:8/x");
        Addressing plain = Addressing.to(PARTICIPANT, "urn:a");
        assertThat(plain.answers().isAnonymous()).isTrue();
        assertThat(plain.faults().isAnonymous()).isTrue();
        assertThat(plain.notifiedFaults()).isNull();
        Addressing answered = plain.answeredAt(place);
        assertThat(answered.answers()).isEqualTo(place);
        assertThat(answered.faults()).isEqualTo(place);
        assertThat(answered.notifiedFaults()).isEqualTo(place);
        Addressing sent = plain.sentBy(place);
        assertThat(sent.answers().isNone()).isTrue();
        assertThat(sent.notifiedFaults()).isEqualTo(place);
        Addressing fromAlone =
                new Addressing(null, "urn:a", null, null, EndpointReference.NONE, null, place, List.of());
        assertThat(fromAlone.notifiedFaults()).isEqualTo(place);
    }

    @Test
    void aFaultForWhoWaitsNamesWhatItRefuses() throws FaultException {
        FaultException refusal = ProtocolFault.INVALID_PROTOCOL.refusal(SoapVersion.V1_1, "because");
        Addressing known =
                AddressingHeaders.read(messages.open(messages.writeFault(refusal, Optional.of("urn:m")), null));
        assertThat(known.relatesTo()).isEqualTo("urn:m");
        assertThat(known.action()).isEqualTo(WSCOOR + "/fault");
        Addressing unknown =
                AddressingHeaders.read(messages.open(messages.writeFault(refusal, Optional.empty()), null));
        assertThat(unknown.relatesTo()).isEqualTo(WsAddressing.UNSPECIFIED);
    }
}
