package dev.assent.transport.soap.handler;

import dev.assent.remote.message.Context;
import dev.assent.remote.transport.ThreadTransactions;
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
}
