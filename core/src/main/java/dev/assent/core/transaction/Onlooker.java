package dev.assent.core.transaction;

import dev.assent.core.participant.Synchronizing;

/**
 * Somebody who has no part in the outcome of a transaction, and wants to be asked before phase one or told afterwards:
 * a synchronization in another process (OTS Synchronization, WS-AtomicTransaction Volatile2PC). It is not on record, so
 * nobody is told after a crash.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks or throws.
 */
public interface Onlooker extends Synchronizing {
    /** Whether it is still to be asked before phase one. */
    boolean waitsToBeAsked();

    /** What became of the transaction, as far as that is known. Told once. */
    void afterCompletion(Outcome outcome);
}
