package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.envelope.SoapFault;

/** The answer of a service to a message. Immutable. */
public sealed interface Said {
    /** No answer: the message is accepted, and what follows is sent by further messages. */
    record Nothing() implements Said {}

    /**
     * An answer.
     *
     * @param meant its meaning as a response of {@code dev.assent.remote}
     */
    record Answer(ProtocolMessage message, Object meant) implements Said {}

    /** The message is refused. */
    record Refusal(SoapFault fault) implements Said {}

    /** Nothing. */
    Said NOTHING = new Nothing();
}
