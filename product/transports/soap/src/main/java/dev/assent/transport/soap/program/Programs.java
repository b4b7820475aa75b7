package dev.assent.transport.soap.program;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Context;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.transport.soap.SoapTransport;
import dev.assent.transport.soap.xml.Element;
import org.jspecify.annotations.Nullable;

/**
 * The node's view for applications that use stacks of their own.
 *
 * <p>Thread safety: safe to share; methods act for the calling thread.
 */
public interface Programs {
    /**
     * The transactions of threads; null in a process without a transaction manager, and before the transport is open.
     */
    @Nullable ThreadTransactions threads();

    /**
     * Reads the context of an atomic transaction from a header block.
     *
     * @throws IllegalArgumentException if the context can't be used; the message says why
     */
    Context read(Element header);

    /**
     * The header block for a context.
     *
     * @throws IllegalArgumentException if the superior can't be reached over this wire
     */
    Element write(Context context);

    /** A transport that has it. */
    interface Offering {
        Programs programs();
    }

    /**
     * That of a transport.
     *
     * @throws IllegalArgumentException if it is not a transport of Assent
     */
    static Programs of(SoapTransport transport) {
        if (transport instanceof Offering offering) {
            return offering.programs();
        }
        throw new IllegalArgumentException(
                MESSAGES.foreignTransport(transport.getClass().getName()));
    }
}
