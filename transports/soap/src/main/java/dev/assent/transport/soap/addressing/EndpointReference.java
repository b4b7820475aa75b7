package dev.assent.transport.soap.addressing;

import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * Where messages are sent (WS-Addressing 1.0 Core, section 2). Its metadata is not kept. Immutable.
 *
 * @param address a URI
 * @param parameters go with every message there, as they are: they mean something to who made the reference, and to nobody
 *     else
 */
public record EndpointReference(String address, List<Element> parameters) {
    /** The namespace of what only Assent says: parameters of its references, and what its nodes tell each other. */
    public static final String OWN_NAMESPACE = "urn:assent:ws-at";
    /** The prefix of that namespace. */
    public static final String OWN_PREFIX = "a";

    /** The longest address, or identity of a message, that is taken. */
    public static final int URI_CHARS_MAX = 2048;

    /** Who waits for the answer on the connection. */
    public static final EndpointReference ANONYMOUS = new EndpointReference(WsAddressing.ANONYMOUS);
    /** Nobody. */
    public static final EndpointReference NONE = new EndpointReference(WsAddressing.NONE);

    /** Copies the list. */
    public EndpointReference {
        parameters = List.copyOf(parameters);
    }

    /** One without reference parameters. */
    public EndpointReference(String address) {
        this(address, List.of());
    }

    /** For people: its parameters are for who made it, and a secret of theirs. */
    @Override
    public String toString() {
        return ShownAddress.of(address);
    }

    /** Whether it is who waits on the connection. */
    public boolean isAnonymous() {
        return address.equals(WsAddressing.ANONYMOUS);
    }

    /** Whether it is nobody. */
    public boolean isNone() {
        return address.equals(WsAddressing.NONE);
    }

    /**
     * Reads the reference that an element is.
     *
     * @throws XmlException when it has no address, or one that is too long
     */
    public static EndpointReference read(Element element) throws XmlException {
        Element parameters = element.find(WsAddressing.REFERENCE_PARAMETERS);
        return new EndpointReference(
                uri(element.get(WsAddressing.ADDRESS)), parameters == null ? List.of() : parameters.children());
    }

    /**
     * The text of an element that is a URI. It is taken as it is: peers send some that are none.
     *
     * @throws XmlException when there is none, or it is too long
     */
    public static String uri(Element element) throws XmlException {
        String text = element.text();
        if (text.isEmpty() || text.length() > URI_CHARS_MAX) {
            throw new XmlException(
                    "'" + element.name() + "' has " + text.length() + " characters; allowed are 1 to " + URI_CHARS_MAX);
        }
        return text;
    }

    /** As an element of this name. */
    public Element write(QName name) {
        List<Element> parts = new ArrayList<>(2);
        parts.add(Element.ofText(WsAddressing.ADDRESS, address));
        if (!parameters.isEmpty()) {
            parts.add(Element.of(WsAddressing.REFERENCE_PARAMETERS, parameters));
        }
        return Element.of(name, parts).declaring(WsAddressing.PREFIX, WsAddressing.NAMESPACE);
    }
}
