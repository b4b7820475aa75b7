package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.xa.XaResources;
import java.util.function.Supplier;

/**
 * The common part of the Jakarta Transactions interfaces: the coordinator, and the transaction of each thread.
 *
 * <p>Thread safety: safe to share.
 */
public final class JtaNode {
    private final Coordinator coordinator;
    private final Enlistments enlistments;
    private final EndRequests endRequests;
    private final Notices notices;
    private final int timeoutSecondsDefault;
    private final ThreadLocal<ThreadContext> contexts;

    /**
     * Connects the parts.
     *
     * @param waiters makes a waiter for a thread
     * @param timeoutSecondsDefault for transactions that set no timeout; 0 for no timeout
     */
    public JtaNode(
            Coordinator coordinator,
            XaResources resources,
            Notices notices,
            Supplier<Waiter> waiters,
            int timeoutSecondsDefault) {
        this.coordinator = coordinator;
        this.enlistments = new Enlistments(resources);
        this.notices = notices;
        this.timeoutSecondsDefault = timeoutSecondsDefault;
        this.contexts = ThreadLocal.withInitial(() -> new ThreadContext(waiters.get()));
        this.endRequests = new EndRequests(contexts);
    }

    Coordinator coordinator() {
        return coordinator;
    }

    Enlistments enlistments() {
        return enlistments;
    }

    EndRequests endRequests() {
        return endRequests;
    }

    Notices notices() {
        return notices;
    }

    int timeoutSecondsDefault() {
        return timeoutSecondsDefault;
    }

    ThreadContext context() {
        return contexts.get();
    }

    /** The calling thread's transaction. */
    JtaTransaction require(String what) {
        JtaTransaction current = context().current;
        if (current == null) {
            throw new IllegalStateException(MESSAGES.noTransaction(what));
        }
        return current;
    }

    /** Takes this transaction from the calling thread. */
    void disassociate(JtaTransaction transaction) {
        ThreadContext context = context();
        if (context.current == transaction) {
            context.current = null;
        }
    }
}
