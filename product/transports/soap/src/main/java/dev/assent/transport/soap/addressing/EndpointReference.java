package dev.assent.transport.soap.addressing;

import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * The endpoint of messages (WS-Addressing 1.0 Core, section 2). Its metadata are dropped. Immutable.
 *
 * @param address a URI
 * @param parameters go unchanged with every message to the endpoint; only the process that made the reference
 *     understands them
 */
public record EndpointReference(String address, List<Element> parameters) {
    /** The namespace of Assent's own elements: parameters of its references, and extensions between its nodes. */
    public static final String OWN_NAMESPACE = "urn:assent:ws-at";
    /** The prefix of that namespace. */
    public static final String OWN_PREFIX = "a";

    /** The longest address, or identity of a message, that is accepted. */
    public static final int URI_CHARS_MAX = 2048;

    /** The endpoint for an answer on the connection. */
    public static final EndpointReference ANONYMOUS = new EndpointReference(WsAddressing.ANONYMOUS);
    /** The endpoint whose messages are dropped. */
    public static final EndpointReference NONE = new EndpointReference(WsAddressing.NONE);

    /** Copies the list. */
    public EndpointReference {
        parameters = List.copyOf(parameters);
    }

    /** An endpoint without reference parameters. */
    public EndpointReference(String address) {
        this(address, List.of());
    }

    /** For display, without the parameters: these may be secret. */
    @Override
    public String toString() {
        return ShownAddress.of(address);
    }

    /** Whether its address is the anonymous one. */
    public boolean isAnonymous() {
        return address.equals(WsAddressing.ANONYMOUS);
    }

    /** Whether messages to it are dropped. */
    public boolean isNone() {
        return address.equals(WsAddressing.NONE);
    }

    /**
     * Reads a reference.
     *
     * @throws XmlException if it has no address, or too long an address
     */
    public static EndpointReference read(Element element) throws XmlException {
        Element parameters = element.find(WsAddressing.REFERENCE_PARAMETERS);
        return new EndpointReference(
                uri(element.get(WsAddressing.ADDRESS)), parameters == null ? List.of() : parameters.children());
    }

    /**
     * The text of an element for a URI. It is not checked, since some peers send other texts.
     *
     * @throws XmlException if it is empty or too long
     */
    public static String uri(Element element) throws XmlException {
        String text = element.text();
        if (text.isEmpty() || text.length() > URI_CHARS_MAX) {
            throw new XmlException(
                    "'" + element.name() + "' has " + text.length() + " characters; allowed are 1 to " + URI_CHARS_MAX);
        }
        return text;
    }

    /** Writes an element of this name. */
    public Element write(QName name) {
        List<Element> parts = new ArrayList<>(2);
        parts.add(Element.ofText(WsAddressing.ADDRESS, address));
        if (!parameters.isEmpty()) {
            parts.add(Element.of(WsAddressing.REFERENCE_PARAMETERS, parameters));
        }
        return Element.of(name, parts).declaring(WsAddressing.PREFIX, WsAddressing.NAMESPACE);
    }
}
