package dev.assent.transport.soap.coordination;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * What makes a message part of a transaction (WS-Coordination 1.2, section 2). What others have added to it is not kept.
 * Immutable.
 *
 * @param identifier the transaction, a URI, although peers send some that are none
 * @param expires how long it may go on, as {@link Expires}; null without a limit
 * @param coordinationType of which kind it is
 * @param registrationService where its participants register
 */
public record CoordinationContext(
        String identifier, @Nullable Long expires, String coordinationType, EndpointReference registrationService) {
    /** Whether an element, such as a header block, is a context. */
    public static boolean isContext(Element element) {
        return element.is(WsCoordination.CONTEXT);
    }

    /**
     * Reads a context.
     *
     * @throws XmlException when a part is missing, or is wrong
     */
    public static CoordinationContext read(Element element) throws XmlException {
        return new CoordinationContext(
                EndpointReference.uri(element.get(WsCoordination.IDENTIFIER)),
                Expires.read(element),
                EndpointReference.uri(element.get(WsCoordination.COORDINATION_TYPE)),
                EndpointReference.read(element.get(WsCoordination.REGISTRATION_SERVICE)));
    }

    /** As an element, such as a header block. */
    public Element write() {
        return write(WsCoordination.CONTEXT);
    }

    Element write(QName name) {
        List<Element> parts = new ArrayList<>(4);
        parts.add(Element.ofText(WsCoordination.IDENTIFIER, identifier));
        Expires.write(expires, parts);
        parts.add(Element.ofText(WsCoordination.COORDINATION_TYPE, coordinationType));
        parts.add(registrationService.write(WsCoordination.REGISTRATION_SERVICE));
        return Element.of(name, parts);
    }
}
