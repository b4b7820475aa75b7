package dev.assent.transport.soap.policy;

import dev.assent.transport.soap.coordination.Notification;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** The names of WS-Policy 1.5 and, as other stacks still write them, of 1.2 (2004). */
public final class PolicyNames {
    /** The namespace of WS-Policy 1.5. */
    public static final String NAMESPACE = "http://www.w3.org/ns/ws-policy";
    /** The assertion for transactions (WS-AtomicTransaction 1.2, section 4.3). */
    public static final QName ASSERTION = new QName(Notification.NAMESPACE, "ATAssertion", "wsat");
    /** The attribute that names a policy in its document (WS-Policy 1.5 Framework, section 4.2). */
    public static final QName ID = new QName(
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd", "Id", "wsu");

    static final QName XML_ID = new QName(XMLConstants.XML_NS_URI, "id");

    private static final Set<String> NAMESPACES = Set.of(NAMESPACE, "http://schemas.xmlsoap.org/ws/2004/09/policy");

    private PolicyNames() {}

    /** A name of WS-Policy 1.5. */
    public static QName of(String local) {
        return new QName(NAMESPACE, local, "wsp");
    }

    static boolean is(QName name, String local) {
        return name.getLocalPart().equals(local) && NAMESPACES.contains(name.getNamespaceURI());
    }
}
