package dev.assent.core.jta;

import org.jspecify.annotations.Nullable;

/** The state of one thread: its transaction, its timeout, its waiter. Confined to the thread. */
final class ThreadContext {
    final Waiter waiter;

    @Nullable JtaTransaction current;

    /** The timeout that the thread has set; 0 for the node's default. */
    int timeoutSeconds;

    ThreadContext(Waiter waiter) {
        this.waiter = waiter;
    }
}
