package dev.assent.transport.soap.fuzz;

import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.xml.XmlLimits;

/**
 * A target of Jazzer: messages (docs/guide/fuzz.md). Any bytes are a message, which can be written and read again as the
 * same, or a refusal.
 */
public final class MessageFuzz {
    private static final Messages MESSAGES = new Messages(XmlLimits.DEFAULT);
    /** Takes what has grown by being written, as by namespaces that each element declares for itself. */
    private static final Messages AGAIN = new Messages(new XmlLimits(1 << 20, 40, 2_000, 100));

    private MessageFuzz() {}

    /** One try. */
    public static void fuzzerTestOneInput(byte[] input) {
        try {
            Envelope envelope = MESSAGES.open(input, null);
            Addressing addressing = AddressingHeaders.read(envelope);
            Messages.Content content = Messages.content(envelope, addressing);
            Envelope again = AGAIN.open(write(envelope, addressing, content), null);
            same(addressing, AddressingHeaders.read(again));
            same(content, Messages.content(again, addressing));
        } catch (FaultException refused) {
            MESSAGES.writeFault(refused, java.util.Optional.of("urn:m")); // who has sent it is told so
        }
    }

    private static byte[] write(Envelope envelope, Addressing addressing, Messages.Content content) {
        ProtocolMessage message = content.message();
        SoapFault fault = content.fault();
        if (message != null) {
            return MESSAGES.write(envelope.version(), addressing, message);
        } else if (fault != null) {
            return MESSAGES.write(envelope.version(), addressing, fault);
        }
        throw new AssertionError("it says nothing");
    }

    private static void same(Object read, Object again) {
        if (!read.equals(again)) {
            throw new AssertionError(read + " is written as " + again);
        }
    }
}
