package dev.assent.transport.soap.envelope;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** The versions of SOAP, and what differs between them. */
public enum SoapVersion {
    /** SOAP 1.1. */
    V1_1(
            "http://schemas.xmlsoap.org/soap/envelope/",
            "text/xml",
            "actor",
            Set.of("", "http://schemas.xmlsoap.org/soap/actor/next")),
    /** SOAP 1.2 (W3C, second edition). */
    V1_2(
            "http://www.w3.org/2003/05/soap-envelope",
            "application/soap+xml",
            "role",
            Set.of(
                    "",
                    "http://www.w3.org/2003/05/soap-envelope/role/next",
                    "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"));

    private final String namespace;
    private final String mediaType;
    private final String roleAttribute;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> ownRoles;

    SoapVersion(String namespace, String mediaType, String roleAttribute, Set<String> ownRoles) {
        this.namespace = namespace;
        this.mediaType = mediaType;
        this.roleAttribute = roleAttribute;
        this.ownRoles = ownRoles;
    }

    /** The version whose envelopes are of a namespace. */
    public static Optional<SoapVersion> of(String namespace) {
        return Arrays.stream(values())
                .filter(each -> each.namespace.equals(namespace))
                .findFirst();
    }

    /** The namespace of its envelope. */
    public String namespace() {
        return namespace;
    }

    /** What HTTP says that a message is. */
    public String mediaType() {
        return mediaType;
    }

    /** A name of its envelope. */
    public QName name(String local) {
        return new QName(namespace, local, "soap");
    }

    /** The attribute that says whom a header block is for. */
    QName role() {
        return new QName(namespace, roleAttribute, "soap");
    }

    /** Whether a header block for this role is for the one who has got the message. */
    boolean isOwn(String role) {
        return ownRoles.contains(role);
    }
}
