package dev.assent.transport.soap.handler;

import dev.assent.remote.message.Context;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.transport.soap.xml.Element;
import org.jspecify.annotations.Nullable;

/**
 * What applications on stacks of their own are told by the node behind them.
 *
 * <p>Thread safety: safe to share; methods act for the calling thread.
 */
public interface Programs {
    /** The transactions of threads; null in a process without a transaction manager, and before the transport is open. */
    @Nullable ThreadTransactions threads();

    /**
     * The context of an atomic transaction that a header block is.
     *
     * @throws IllegalArgumentException when it is none that can be used; the message says why
     */
    Context read(Element header);

    /**
     * The header block for a context.
     *
     * @throws IllegalArgumentException when who decides is not reached over this wire
     */
    Element write(Context context);
}
