package dev.assent.core.jta;

import org.jspecify.annotations.Nullable;

/** What one thread has: its transaction, its timeout, its waiter. Confined to the thread. */
final class ThreadContext {
    final Waiter waiter;

    @Nullable JtaTransaction current;

    /** What the thread asked for; 0 for the node's default. */
    int timeoutSeconds;

    ThreadContext(Waiter waiter) {
        this.waiter = waiter;
    }
}
