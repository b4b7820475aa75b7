package dev.assent.transport.soap.desk;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;

/** Refusals of the services. */
public final class Refusals {
    private Refusals() {}

    public static Said of(ProtocolFault fault, String text) {
        return new Said.Refusal(fault.with(text));
    }

    /** The refusal of a message for another service; no fault answers a fault. */
    public static Said notTaken(Received received) {
        if (received.content().fault() != null) {
            return Said.NOTHING;
        }
        String text = MESSAGES.actionUnknown(received.addressing().action());
        return new Said.Refusal(AddressingFault.ACTION_NOT_SUPPORTED.with(text));
    }

    /** The text of the node's response, for display. */
    public static String text(Response response) {
        if (response instanceof Response.Refused refused) {
            return refused.text();
        }
        return response instanceof Response.Ended ended ? ended.why() : response.toString();
    }
}
