package dev.assent.transport.soap.model;

import dev.assent.transport.soap.Samples;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpUrl;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The messages of WS-Coordination and WS-AtomicTransaction as texts, for peers that share no code with Assent. */
final class Wsat {
    static final String WSAT = "http://docs.oasis-open.org/ws-tx/wsat/2006/06";
    private static final String WSCOOR = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06";
    private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";
    private static final String TYPE = "text/xml; charset=utf-8";

    private Wsat() {}

    /** An endpoint of Assent, as it was given away. */
    record Reference(String address, String parameter) {
        /** The first one in a message. */
        static Reference in(String message) {
            return new Reference(
                    find(
                            message,
                            "<(?:wscoor:RegistrationService|wscoor:CoordinatorProtocolService"
                                    + "|wscoor:ParticipantProtocolService)[^>]*><wsa:Address[^>]*>([^<]*)"),
                    find(message, "<\\w+:Reference(?: [^>]*)?>([^<]*)"));
        }

        String header() {
            return "<r:Reference xmlns:r='urn:assent:ws-at' wsa:IsReferenceParameter='1'>" + parameter
                    + "</r:Reference>";
        }
    }

    static String find(String text, String pattern) {
        Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
        return found.find() ? found.group(1) : "";
    }

    static String text(@Nullable Entity entity) {
        return entity == null ? "" : new String(entity.bytes(), StandardCharsets.UTF_8);
    }

    /** The last part of a message's action; the code of a fault. */
    static String action(String text) {
        String code = find(text, "<faultcode[^>]*>[^:<]*:([^<]*)");
        return code.isEmpty() ? find(text, "<wsa:Action[^>]*>[^<]*/([^<]*)<") : code;
    }

    static String action(Outgoing out) {
        return action(text(out.entity()));
    }

    /** The last part of the path; for a service of Assent also the sender in the message. */
    static String receiver(Outgoing out) {
        String name = out.to().pathAndQuery().replaceFirst(".*/", "");
        return name + " by " + find(text(out.entity()), "<wsa:From[^>]*><wsa:Address[^>]*>[^<]*/([^<]*)<");
    }

    /**
     * A request.
     *
     * @param more headers besides To, Action and MessageID
     */
    static Outgoing post(String url, String action, String identity, String more, String body) {
        String namespace = action.startsWith("Create") || action.startsWith("Register") ? WSCOOR : WSAT;
        String headers = "<wsa:To>" + url + "</wsa:To><wsa:Action>" + namespace + "/" + action
                + "</wsa:Action><wsa:MessageID>" + identity + "</wsa:MessageID>" + more;
        return new Outgoing(
                HttpUrl.of(url),
                new Entity(TYPE, Samples.bytes(Samples.envelope(headers, body))),
                Map.of("SOAPAction", '"' + namespace + "/" + action + '"'),
                false);
    }

    /** An answer with a body. */
    static Entity entity(String headers, String body) {
        return new Entity(TYPE, Samples.bytes(Samples.envelope(headers, body)));
    }

    static String anonymousReply() {
        return "<wsa:ReplyTo><wsa:Address>" + ADDRESSING + "/anonymous</wsa:Address></wsa:ReplyTo>";
    }

    private static String from(String place) {
        return "<wsa:ReplyTo><wsa:Address>" + ADDRESSING + "/none</wsa:Address></wsa:ReplyTo><wsa:From><wsa:Address>"
                + place + "</wsa:Address></wsa:From>";
    }

    static Outgoing create(String activation, String identity, long millis) {
        return post(
                activation,
                "CreateCoordinationContext",
                identity,
                anonymousReply(),
                "<wscoor:CreateCoordinationContext><wscoor:Expires>" + millis
                        + "</wscoor:Expires><wscoor:CoordinationType>" + WSAT
                        + "</wscoor:CoordinationType></wscoor:CreateCoordinationContext>");
    }

    static Outgoing register(Reference registration, String identity, String protocol, String place) {
        return post(
                registration.address(),
                "Register",
                identity,
                anonymousReply() + registration.header(),
                "<wscoor:Register><wscoor:ProtocolIdentifier>" + WSAT + "/" + protocol
                        + "</wscoor:ProtocolIdentifier><wscoor:ParticipantProtocolService><wsa:Address>" + place
                        + "</wsa:Address></wscoor:ParticipantProtocolService></wscoor:Register>");
    }

    /** A message with an empty body, from an endpoint of its sender. */
    static Outgoing notification(Reference to, String identity, String message, String place) {
        return post(to.address(), message, identity, from(place) + to.header(), "<wsat:" + message + "/>");
    }

    /** A fault; the code may have the prefix of another standard. */
    static String fault(String code) {
        String name = code.contains(":") ? code : "wsat:" + code;
        return "<soap:Fault><faultcode>" + name + "</faultcode><faultstring>" + code + "</faultstring></soap:Fault>";
    }

    /** A fault by a message of its own. */
    static Outgoing fault(Reference to, String identity, String code, String place) {
        return post(to.address(), "fault", identity, from(place) + to.header(), fault(code));
    }

    /** The answer to CreateCoordinationContext. */
    static Entity created(String asked, String registration) {
        return entity(
                "<wsa:Action>" + WSCOOR + "/CreateCoordinationContextResponse</wsa:Action><wsa:RelatesTo>" + asked
                        + "</wsa:RelatesTo>",
                "<wscoor:CreateCoordinationContextResponse><wscoor:CoordinationContext><wscoor:Identifier>urn:t:1"
                        + "</wscoor:Identifier><wscoor:CoordinationType>" + WSAT
                        + "</wscoor:CoordinationType><wscoor:RegistrationService><wsa:Address>" + registration
                        + "</wsa:Address></wscoor:RegistrationService></wscoor:CoordinationContext>"
                        + "</wscoor:CreateCoordinationContextResponse>");
    }

    /** An outcome, or a fault, for an initiator. */
    static Outgoing outcome(String url, String key, String identity, String word) {
        String header =
                "<r:Initiator xmlns:r='urn:assent:ws-at' wsa:IsReferenceParameter='1'>" + key + "</r:Initiator>";
        boolean isFault = word.startsWith("In") || word.startsWith("Un");
        String code = word.equals("InvalidState") ? "wscoor:InvalidState" : word;
        return isFault
                ? post(url, "fault", identity, header, fault(code))
                : post(url, word, identity, header, "<wsat:" + word + "/>");
    }

    /** The answer to a registration. */
    static Entity registered(String asked, String coordinator) {
        return entity(
                "<wsa:Action>" + WSCOOR + "/RegisterResponse</wsa:Action><wsa:RelatesTo>" + asked + "</wsa:RelatesTo>",
                "<wscoor:RegisterResponse><wscoor:CoordinatorProtocolService><wsa:Address>" + coordinator
                        + "</wsa:Address></wscoor:CoordinatorProtocolService></wscoor:RegisterResponse>");
    }

    /** A fault on the connection. */
    static Entity refused(String asked, String code) {
        return entity(
                "<wsa:Action>" + WSCOOR + "/fault</wsa:Action><wsa:RelatesTo>" + asked + "</wsa:RelatesTo>",
                fault(code));
    }

    static String identity(String text) {
        return find(text, "<wsa:MessageID[^>]*>([^<]*)");
    }
}
