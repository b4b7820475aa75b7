package dev.assent.transport.soap.coordination;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The context that makes a message part of a transaction (WS-Coordination 1.2, section 2). Extensions of others are
 * dropped. Immutable.
 *
 * @param identifier the transaction: a URI, although some peers send other texts
 * @param expires the remaining time, as {@link Expires}; null without a timeout
 * @param coordinationType the type of coordination
 * @param registrationService the endpoint at which participants register
 * @param ours the extension of a node of Assent, which strangers ignore; null in a stranger's context
 */
public record CoordinationContext(
        String identifier,
        @Nullable Long expires,
        String coordinationType,
        EndpointReference registrationService,
        @Nullable Ours ours) {
    /** The name of the header block. */
    public static final QName NAME = WsCoordination.CONTEXT;

    private static final QName OURS = new QName(EndpointReference.OWN_NAMESPACE, "Ours", EndpointReference.OWN_PREFIX);
    private static final QName KNOWN = new QName("known");

    /** A stranger's context. */
    public CoordinationContext(
            String identifier, @Nullable Long expires, String coordinationType, EndpointReference registrationService) {
        this(identifier, expires, coordinationType, registrationService, null);
    }

    /**
     * The extension element of a node of Assent (WS-Coordination 1.2, section 2), which also shows that the caller is
     * one. The reference of the Registration service names the superior.
     *
     * @param known the subordinate that the caller knows at the receiver, in hexadecimal digits; null for none
     */
    public record Ours(@Nullable String known) {
        private static Ours read(Element element) {
            return new Ours(element.attribute(KNOWN).orElse(null));
        }

        private Element write() {
            Element element = Element.of(OURS);
            return known == null ? element : element.with(KNOWN, known);
        }
    }

    /** This context with another remaining time; null without a timeout. */
    public CoordinationContext expiring(@Nullable Long newExpires) {
        return new CoordinationContext(identifier, newExpires, coordinationType, registrationService, ours);
    }

    /**
     * Whether an element, such as a header block, is the context of an atomic transaction, and not of another type of
     * coordination. If its type can't be read, this is true, and {@link #read} reports the error.
     */
    public static boolean isOfTransaction(Element element) {
        if (!element.is(WsCoordination.CONTEXT)) {
            return false;
        }
        try {
            return EndpointReference.uri(element.get(WsCoordination.COORDINATION_TYPE))
                    .equals(Notification.NAMESPACE);
        } catch (XmlException wrong) {
            return true;
        }
    }

    /**
     * The context of a transaction among header blocks with contexts of any type; empty if there is none.
     *
     * @throws XmlException if there are several
     */
    public static Optional<Element> ofTransaction(List<Element> headers) throws XmlException {
        List<Element> found =
                headers.stream().filter(CoordinationContext::isOfTransaction).toList();
        if (found.size() > 1) {
            throw new XmlException("it is part of " + found.size() + " transactions; one is allowed");
        }
        return found.stream().findFirst();
    }

    /**
     * Reads a context.
     *
     * @throws XmlException if a part is missing or wrong
     */
    public static CoordinationContext read(Element element) throws XmlException {
        Element ours = element.find(OURS);
        return new CoordinationContext(
                EndpointReference.uri(element.get(WsCoordination.IDENTIFIER)),
                Expires.read(element),
                EndpointReference.uri(element.get(WsCoordination.COORDINATION_TYPE)),
                EndpointReference.read(element.get(WsCoordination.REGISTRATION_SERVICE)),
                ours == null ? null : Ours.read(ours));
    }

    /** The header block, in few bytes, since it goes with every call. */
    public Element write() {
        return write(WsCoordination.CONTEXT).byDefault();
    }

    Element write(QName name) {
        List<Element> parts = new ArrayList<>(5);
        parts.add(Element.ofText(WsCoordination.IDENTIFIER, identifier));
        Expires.write(expires, parts);
        parts.add(Element.ofText(WsCoordination.COORDINATION_TYPE, coordinationType));
        parts.add(registrationService.write(WsCoordination.REGISTRATION_SERVICE));
        if (ours == null) {
            return Element.of(name, parts);
        }
        parts.add(ours.write());
        return Element.of(name, parts).declaring(EndpointReference.OWN_PREFIX, EndpointReference.OWN_NAMESPACE);
    }
}
