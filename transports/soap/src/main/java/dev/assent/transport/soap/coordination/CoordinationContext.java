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
 * What makes a message part of a transaction (WS-Coordination 1.2, section 2). What others have added to it is not kept.
 * Immutable.
 *
 * @param identifier the transaction, a URI, although peers send some that are none
 * @param expires how long it may go on, as {@link Expires}; null without a limit
 * @param coordinationType of which kind it is
 * @param registrationService where its participants register
 * @param ours what a node of ours says beside; null of a stranger, who ignores it
 */
public record CoordinationContext(
        String identifier,
        @Nullable Long expires,
        String coordinationType,
        EndpointReference registrationService,
        @Nullable Ours ours) {
    /** Of the header block. */
    public static final QName NAME = WsCoordination.CONTEXT;

    private static final QName OURS = new QName(EndpointReference.OWN_NAMESPACE, "Ours", EndpointReference.OWN_PREFIX);
    private static final QName KNOWN = new QName("known");

    /** That of a stranger. */
    public CoordinationContext(
            String identifier, @Nullable Long expires, String coordinationType, EndpointReference registrationService) {
        this(identifier, expires, coordinationType, registrationService, null);
    }

    /**
     * What a node of ours says in an element of its own (extensibility: WS-Coordination 1.2, section 2); by it others know
     * that they are called by one. Who decides stands in the reference of the Registration service.
     *
     * @param known the subordinate that it knows where the message goes, in hexadecimal digits; null for none
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

    /** The same with another time that it may go on; null without a limit. */
    public CoordinationContext expiring(@Nullable Long newExpires) {
        return new CoordinationContext(identifier, newExpires, coordinationType, registrationService, ours);
    }

    /**
     * Whether an element, such as a header block, is the context of an atomic transaction, and none of another type of
     * coordination; so is one that does not say its type as it should, which is told who reads it.
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
     * The context of a transaction among header blocks, whatever other contexts there are; empty when there is none.
     *
     * @throws XmlException when there are more
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
     * @throws XmlException when a part is missing, or is wrong
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

    /** As a header block, in few bytes, since it goes with every call. */
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
