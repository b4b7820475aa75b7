package dev.assent.transport.soap.coordination;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The content of a message of WS-Coordination or WS-AtomicTransaction; faults are separate. Immutable. */
public sealed interface ProtocolMessage
        permits Notification,
                ProtocolMessage.CreateCoordinationContext,
                ProtocolMessage.CreateCoordinationContextResponse,
                ProtocolMessage.Register,
                ProtocolMessage.RegisterResponse {
    /** The action of the message. */
    String action();

    /** The body of the message. */
    Element write();

    /**
     * Reads the body of a message.
     *
     * @throws XmlException if it is not one of these, or a part of it is missing or wrong
     */
    static ProtocolMessage read(Element body) throws XmlException {
        QName name = body.name();
        if (name.equals(WsCoordination.CREATE)) {
            return CreateCoordinationContext.read(body);
        } else if (name.equals(WsCoordination.CREATE_RESPONSE)) {
            return CreateCoordinationContextResponse.read(body);
        } else if (name.equals(WsCoordination.REGISTER)) {
            return Register.read(body);
        } else if (name.equals(WsCoordination.REGISTER_RESPONSE)) {
            return RegisterResponse.read(body);
        }
        return Notification.of(name)
                .orElseThrow(() -> new XmlException("'" + name + "' is not a message of these protocols"));
    }

    /**
     * Begins a transaction, or a subordinate of one (WS-Coordination 1.2, section 3.1).
     *
     * @param expires the timeout, as {@link Expires}; null for the coordinator's default
     * @param current the transaction of the new subordinate; null for a new transaction
     * @param coordinationType the type of coordination
     */
    record CreateCoordinationContext(
            @Nullable Long expires, @Nullable CoordinationContext current, String coordinationType)
            implements ProtocolMessage {
        private static CreateCoordinationContext read(Element body) throws XmlException {
            Element current = body.find(WsCoordination.CURRENT_CONTEXT);
            return new CreateCoordinationContext(
                    Expires.read(body),
                    current == null ? null : CoordinationContext.read(current),
                    EndpointReference.uri(body.get(WsCoordination.COORDINATION_TYPE)));
        }

        @Override
        public String action() {
            return WsCoordination.action(WsCoordination.CREATE);
        }

        @Override
        public Element write() {
            List<Element> parts = new ArrayList<>(3);
            Expires.write(expires, parts);
            if (current != null) {
                parts.add(current.write(WsCoordination.CURRENT_CONTEXT));
            }
            parts.add(Element.ofText(WsCoordination.COORDINATION_TYPE, coordinationType));
            return Element.of(WsCoordination.CREATE, parts);
        }
    }

    /** The answer to {@link CreateCoordinationContext}: the context to send with calls. */
    record CreateCoordinationContextResponse(CoordinationContext context) implements ProtocolMessage {
        private static CreateCoordinationContextResponse read(Element body) throws XmlException {
            return new CreateCoordinationContextResponse(CoordinationContext.read(body.get(WsCoordination.CONTEXT)));
        }

        @Override
        public String action() {
            return WsCoordination.action(WsCoordination.CREATE_RESPONSE);
        }

        @Override
        public Element write() {
            return Element.of(WsCoordination.CREATE_RESPONSE, context.write(WsCoordination.CONTEXT));
        }
    }

    /**
     * Registers a participant or an initiator (WS-Coordination 1.2, section 3.2).
     *
     * @param protocol the identifier of a {@link Protocol}
     * @param participant the endpoint for messages to it
     */
    record Register(String protocol, EndpointReference participant) implements ProtocolMessage {
        private static Register read(Element body) throws XmlException {
            return new Register(
                    EndpointReference.uri(body.get(WsCoordination.PROTOCOL_IDENTIFIER)),
                    EndpointReference.read(body.get(WsCoordination.PARTICIPANT_SERVICE)));
        }

        @Override
        public String action() {
            return WsCoordination.action(WsCoordination.REGISTER);
        }

        @Override
        public Element write() {
            return Element.of(
                    WsCoordination.REGISTER,
                    Element.ofText(WsCoordination.PROTOCOL_IDENTIFIER, protocol),
                    participant.write(WsCoordination.PARTICIPANT_SERVICE));
        }
    }

    /**
     * The answer to {@link Register}.
     *
     * @param coordinator the endpoint for its later messages
     */
    record RegisterResponse(EndpointReference coordinator) implements ProtocolMessage {
        private static RegisterResponse read(Element body) throws XmlException {
            return new RegisterResponse(EndpointReference.read(body.get(WsCoordination.COORDINATOR_SERVICE)));
        }

        @Override
        public String action() {
            return WsCoordination.action(WsCoordination.REGISTER_RESPONSE);
        }

        @Override
        public Element write() {
            return Element.of(WsCoordination.REGISTER_RESPONSE, coordinator.write(WsCoordination.COORDINATOR_SERVICE));
        }
    }
}
