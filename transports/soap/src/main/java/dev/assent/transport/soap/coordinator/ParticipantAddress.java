package dev.assent.transport.soap.coordinator;

import dev.assent.core.message.Message;
import dev.assent.remote.message.Registration;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import dev.assent.transport.soap.xml.XmlWriter;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/**
 * Where a participant is told, as an address that a log record and a list of allowed addresses can have: {@code
 * soap://HOST:PORT/PATH#PROTOCOL.KEY}, and behind another point its reference parameters in base64url. The key is that of the
 * reference by which it answers, so that it is still known when this process has restarted. Immutable.
 */
record ParticipantAddress(EndpointReference place, Protocol protocol, String key) {
    private static final QName PARAMETERS = new QName("p");
    private static final Pattern TEXT =
            Pattern.compile("soap://([^#]+)#([vd])\\.([0-9a-f]{32})(?:\\.([A-Za-z0-9_-]+))?");
    private static final XmlReader READER = new XmlReader(XmlLimits.DEFAULT);
    private static final XmlWriter WRITER = new XmlWriter();

    /** Whether an address is of this kind. */
    static boolean isOne(String address) {
        return TEXT.matcher(address).matches();
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when it is none
     */
    static ParticipantAddress of(String address) {
        Matcher text = TEXT.matcher(address);
        if (!text.matches()) {
            throw new IllegalArgumentException(Message.SOAP_PARTICIPANT_REFUSED.text(address));
        }
        try {
            List<Element> parameters = text.group(4) == null
                    ? List.of()
                    : READER.read(Base64.getUrlDecoder().decode(text.group(4)), null)
                            .children();
            EndpointReference place =
                    new EndpointReference(HttpUrl.of("http://" + text.group(1)).url(), parameters);
            Protocol protocol = text.group(2).equals("v") ? Protocol.VOLATILE_2PC : Protocol.DURABLE_2PC;
            return new ParticipantAddress(place, protocol, text.group(3));
        } catch (XmlException | IllegalArgumentException none) {
            throw new IllegalArgumentException(Message.SOAP_PARTICIPANT_REFUSED.text(address), none);
        }
    }

    /**
     * As text.
     *
     * @throws IllegalArgumentException when its place can't be called, or it is too long for a record
     */
    String text() {
        StringBuilder text = new StringBuilder(HttpUrl.of(place.address()).address())
                .append(protocol == Protocol.VOLATILE_2PC ? "#v." : "#d.")
                .append(key);
        if (!place.parameters().isEmpty()) {
            byte[] parameters = WRITER.write(Element.of(PARAMETERS, place.parameters()));
            text.append('.').append(Base64.getUrlEncoder().withoutPadding().encodeToString(parameters));
        }
        if (text.length() > Registration.ADDRESS_CHARS_MAX) {
            throw new IllegalArgumentException(Message.SOAP_REFERENCE_TOO_LONG.text(
                    place.address(), text.length(), Registration.ADDRESS_CHARS_MAX));
        }
        return text.toString();
    }
}
