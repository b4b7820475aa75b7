package dev.assent.core.transaction;

import dev.assent.core.participant.Synchronizing;

/**
 * A listener without a part in the outcome of a transaction, which gets a call before phase one or afterwards: a
 * synchronization in another process (OTS Synchronization, WS-AtomicTransaction Volatile2PC). It is not in the log, so
 * it hears nothing after a crash.
 *
 * <p>Thread safety: any thread may call all methods; none blocks or throws.
 */
public interface Onlooker extends Synchronizing {
    /** Whether it still waits for its question before phase one. */
    boolean waitsToBeAsked();

    /** Takes what is known of the outcome. Called once. */
    void afterCompletion(Outcome outcome);
}
