package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.envelope.SoapFault;

/** What a service says to a message. Immutable. */
public sealed interface Said {
    /** There is nothing to say: the message is taken, and what follows is sent by messages of its own. */
    record Nothing() implements Said {}

    /**
     * An answer.
     *
     * @param meant the same in words of the ports
     */
    record Answer(ProtocolMessage message, Object meant) implements Said {}

    /** The message is refused. */
    record Refusal(SoapFault fault) implements Said {}

    /** Nothing. */
    Said NOTHING = new Nothing();
}
