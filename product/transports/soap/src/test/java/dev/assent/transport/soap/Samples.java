package dev.assent.transport.soap;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Messages as peers write them, which is not always how this module does. */
public final class Samples {
    /** The addressing headers without prefixes, all to be understood, and an instance marked with 1: a stack of Java. */
    public static final String PREPARE = """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>\
            <Action xmlns="http://www.w3.org/2005/08/addressing" soap:mustUnderstand="1">\
            http://docs.oasis-open.org/ws-tx/wsat/2006/06/Prepare</Action>\
            <MessageID xmlns="http://www.w3.org/2005/08/addressing" soap:mustUnderstand="1">urn:0a1b2c:-5d6e:7f</MessageID>\
            <To xmlns="http://www.w3.org/2005/08/addressing" soap:mustUnderstand="1">http://127.0.0.1:9/participant</To>\
            <ReplyTo xmlns="http://www.w3.org/2005/08/addressing" soap:mustUnderstand="1">\
            <Address>http://www.w3.org/2005/08/addressing/none</Address></ReplyTo>\
            <From xmlns="http://www.w3.org/2005/08/addressing" soap:mustUnderstand="1">\
            <Address>http://127.0.0.1:8/coordinator</Address><ReferenceParameters>\
            <i:Instance xmlns:i="urn:peer">C0:1</i:Instance></ReferenceParameters></From>\
            <FaultTo xmlns="http://www.w3.org/2005/08/addressing" soap:mustUnderstand="1">\
            <Address>http://127.0.0.1:8/faults</Address></FaultTo>\
            <RelatesTo xmlns="http://www.w3.org/2005/08/addressing" RelationshipType="{org.example}}reply">urn:x</RelatesTo>\
            <x:part xmlns="http://www.w3.org/2005/08/addressing" xmlns:wsa="http://www.w3.org/2005/08/addressing"\
             xmlns:x="urn:own" wsa:IsReferenceParameter="1" soap:mustUnderstand="1">V2</x:part></soap:Header>\
            <soap:Body><ns2:Prepare xmlns="" xmlns:ns2="http://docs.oasis-open.org/ws-tx/wsat/2006/06"/></soap:Body>\
            </soap:Envelope>""";

    /** What begins a transaction, with one prefix for all, as a client without a stack writes it. */
    public static final String CREATE = message(
            "wscoor/2006/06/CreateCoordinationContext",
            "<wscoor:CreateCoordinationContext><wscoor:Expires>60000</wscoor:Expires><wscoor:CoordinationType>"
                    + "http://docs.oasis-open.org/ws-tx/wsat/2006/06</wscoor:CoordinationType>"
                    + "</wscoor:CreateCoordinationContext>");

    /** The same as a part of a transaction, whose context has what its coordinator has added. */
    public static final String CREATE_SUBORDINATE = message(
            "wscoor/2006/06/CreateCoordinationContext",
            "<wscoor:CreateCoordinationContext><wscoor:CurrentContext more=\"1\"><wscoor:Identifier>urn:t:1"
                    + "</wscoor:Identifier><wscoor:CoordinationType>http://docs.oasis-open.org/ws-tx/wsat/2006/06"
                    + "</wscoor:CoordinationType><wscoor:RegistrationService><wsa:Address>http://127.0.0.1:8/reg"
                    + "</wsa:Address><wsa:ReferenceParameters><x:tx xmlns:x=\"urn:x\">T1</x:tx>"
                    + "</wsa:ReferenceParameters></wscoor:RegistrationService><y:More xmlns:y=\"urn:y\"/>"
                    + "</wscoor:CurrentContext><wscoor:CoordinationType>http://docs.oasis-open.org/ws-tx/wsat/2006/06"
                    + "</wscoor:CoordinationType></wscoor:CreateCoordinationContext>");

    /** The answer to it, with metadata whose text is a name. */
    public static final String CREATE_RESPONSE = message(
            "wscoor/2006/06/CreateCoordinationContextResponse",
            "<CreateCoordinationContextResponse xmlns=\"http://docs.oasis-open.org/ws-tx/wscoor/2006/06\">"
                    + "<CoordinationContext><Identifier>urn:0:7f000001:-1a:7c</Identifier><CoordinationType>"
                    + "http://docs.oasis-open.org/ws-tx/wsat/2006/06</CoordinationType><RegistrationService>"
                    + "<wsa:Address>http://127.0.0.1:8/RegistrationService</wsa:Address><wsa:ReferenceParameters>"
                    + "<i:Instance xmlns:i=\"urn:peer\">0:7c</i:Instance></wsa:ReferenceParameters><wsa:Metadata>"
                    + "<m:ServiceName xmlns:m=\"http://www.w3.org/2007/05/addressing/metadata\""
                    + " EndpointName=\"RegistrationPortType\">wscoor:RegistrationService</m:ServiceName></wsa:Metadata>"
                    + "</RegistrationService></CoordinationContext></CreateCoordinationContextResponse>");

    /** What makes a durable participant known. */
    public static final String REGISTER = message(
            "wscoor/2006/06/Register",
            "<wscoor:Register><wscoor:ProtocolIdentifier>http://docs.oasis-open.org/ws-tx/wsat/2006/06/Durable2PC"
                    + "</wscoor:ProtocolIdentifier><wscoor:ParticipantProtocolService><wsa:Address>"
                    + "http://127.0.0.1:9/participant</wsa:Address><wsa:ReferenceParameters>"
                    + "<x:part xmlns:x=\"urn:own\">D0</x:part></wsa:ReferenceParameters>"
                    + "</wscoor:ParticipantProtocolService></wscoor:Register>");

    /** The answer to it. */
    public static final String REGISTER_RESPONSE = message(
            "wscoor/2006/06/RegisterResponse",
            "<wscoor:RegisterResponse><wscoor:CoordinatorProtocolService><wsa:Address>http://127.0.0.1:8/coordinator"
                    + "</wsa:Address></wscoor:CoordinatorProtocolService></wscoor:RegisterResponse>");

    /** A fault whose action is that of a stack, and whose detail is of another name than its code. */
    public static final String FAULT = message(
            "wscoor/2006/06/RegistrationPortType/RegisterOperation/Fault/SOAPFaultException",
            "<soap:Fault><faultcode xmlns:c=\"http://docs.oasis-open.org/ws-tx/wscoor/2006/06\">c:InvalidProtocol"
                    + "</faultcode><faultstring>Sender</faultstring><detail><c:InvalidParameters"
                    + " xmlns:c=\"http://docs.oasis-open.org/ws-tx/wscoor/2006/06\">Invalid protocol identifier"
                    + "</c:InvalidParameters></detail></soap:Fault>");

    /** A fault in SOAP 1.2. */
    public static final String FAULT_V1_2 = second(message(
            "wsat/2006/06/fault",
            "<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode><soap:Value"
                    + " xmlns:a=\"http://docs.oasis-open.org/ws-tx/wsat/2006/06\">a:UnknownTransaction</soap:Value>"
                    + "</soap:Subcode></soap:Code><soap:Reason><soap:Text xml:lang=\"en\">it is over</soap:Text>"
                    + "<soap:Text xml:lang=\"de\">es ist vorbei</soap:Text></soap:Reason></soap:Fault>"));

    private Samples() {}

    /** All of them. */
    public static List<String> all() {
        return List.of(
                PREPARE,
                CREATE,
                CREATE_SUBORDINATE,
                CREATE_RESPONSE,
                REGISTER,
                REGISTER_RESPONSE,
                FAULT,
                FAULT_V1_2,
                second(CREATE));
    }

    /** A message in SOAP 1.1, with an action behind {@code .../ws-tx/}. */
    public static String message(String action, String body) {
        return envelope(
                "<wsa:To soap:mustUnderstand=\"1\">http://127.0.0.1:8/service</wsa:To><wsa:Action"
                        + " soap:mustUnderstand=\"1\">http://docs.oasis-open.org/ws-tx/" + action + "</wsa:Action>"
                        + "<wsa:MessageID>urn:uuid:6e3c1b1e-0000-4000-8000-0123456789ab</wsa:MessageID><wsa:ReplyTo>"
                        + "<wsa:Address>http://www.w3.org/2005/08/addressing/anonymous</wsa:Address></wsa:ReplyTo>",
                body);
    }

    /** An envelope of SOAP 1.1 with all prefixes declared. */
    public static String envelope(String headers, String body) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:wsa=\"http://www.w3.org/2005/08/addressing\""
                + " xmlns:wscoor=\"http://docs.oasis-open.org/ws-tx/wscoor/2006/06\""
                + " xmlns:wsat=\"http://docs.oasis-open.org/ws-tx/wsat/2006/06\"><soap:Header>" + headers
                + "</soap:Header><soap:Body>" + body + "</soap:Body></soap:Envelope>";
    }

    /** The same in SOAP 1.2. */
    public static String second(String message) {
        return message.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
    }

    /** As it goes over the wire. */
    public static byte[] bytes(String message) {
        return message.getBytes(StandardCharsets.UTF_8);
    }
}
