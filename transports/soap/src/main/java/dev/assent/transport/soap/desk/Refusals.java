package dev.assent.transport.soap.desk;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;

/** How the services refuse. */
public final class Refusals {
    private Refusals() {}

    public static Said of(ProtocolFault fault, String text) {
        return new Said.Refusal(fault.with(text));
    }

    /** A message that is for another service; a fault is not answered by a fault. */
    public static Said notTaken(Received received) {
        if (received.content().fault() != null) {
            return Said.NOTHING;
        }
        String text = MESSAGES.actionUnknown(received.addressing().action());
        return new Said.Refusal(AddressingFault.ACTION_NOT_SUPPORTED.with(text));
    }

    /** What the node says, for people. */
    public static String text(Response response) {
        if (response instanceof Response.Refused refused) {
            return refused.text();
        }
        return response instanceof Response.Ended ended ? ended.why() : response.toString();
    }
}
