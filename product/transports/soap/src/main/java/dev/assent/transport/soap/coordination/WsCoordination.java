package dev.assent.transport.soap.coordination;

import javax.xml.namespace.QName;

/** The names of WS-Coordination 1.1 and 1.2 (OASIS), which are the same. */
final class WsCoordination {
    static final String NAMESPACE = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06";

    static final QName CONTEXT = name("CoordinationContext");
    static final QName CURRENT_CONTEXT = name("CurrentContext");
    static final QName IDENTIFIER = name("Identifier");
    static final QName EXPIRES = name("Expires");
    static final QName COORDINATION_TYPE = name("CoordinationType");
    static final QName REGISTRATION_SERVICE = name("RegistrationService");
    static final QName CREATE = name("CreateCoordinationContext");
    static final QName CREATE_RESPONSE = name("CreateCoordinationContextResponse");
    static final QName REGISTER = name("Register");
    static final QName REGISTER_RESPONSE = name("RegisterResponse");
    static final QName PROTOCOL_IDENTIFIER = name("ProtocolIdentifier");
    static final QName PARTICIPANT_SERVICE = name("ParticipantProtocolService");
    static final QName COORDINATOR_SERVICE = name("CoordinatorProtocolService");

    private WsCoordination() {}

    static QName name(String local) {
        return new QName(NAMESPACE, local, "wscoor");
    }

    /** The action of a message whose element has this name. */
    static String action(QName element) {
        return element.getNamespaceURI() + "/" + element.getLocalPart();
    }
}
