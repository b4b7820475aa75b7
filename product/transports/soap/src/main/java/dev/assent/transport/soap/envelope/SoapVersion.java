package dev.assent.transport.soap.envelope;

import dev.assent.transport.soap.xml.Element;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** The versions of SOAP, and their differences. */
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
    private final QName roleAttribute;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> ownRoles;

    SoapVersion(String namespace, String mediaType, String roleAttribute, Set<String> ownRoles) {
        this.namespace = namespace;
        this.mediaType = mediaType;
        this.roleAttribute = new QName(namespace, roleAttribute);
        this.ownRoles = ownRoles;
    }

    /** The version with this namespace of envelopes. */
    public static Optional<SoapVersion> of(String namespace) {
        return Arrays.stream(values())
                .filter(each -> each.namespace.equals(namespace))
                .findFirst();
    }

    /** The namespace of its envelope. */
    public String namespace() {
        return namespace;
    }

    /** The media type of messages in HTTP. */
    public String mediaType() {
        return mediaType;
    }

    /** A name of its envelope. */
    public QName name(String local) {
        return new QName(namespace, local, "soap");
    }

    /** Whether a header block is for the final receiver, not for an intermediary. */
    public boolean isOwn(Element header) {
        return isOwn(header, Set.of());
    }

    /** Whether a header block is for a receiver with these further roles, given by their URIs. */
    public boolean isOwn(Element header, Set<String> roles) {
        String role = header.attribute(roleAttribute).orElse("");
        return ownRoles.contains(role) || roles.contains(role);
    }
}
