package dev.assent.resources.room;

import dev.assent.core.Closing;

/**
 * A resource that can be closed by a deadline, whatever its driver does. Safe to share as far as the resource is.
 */
public interface ClosedInTime {
    /** Its part of the limit of a close, in percent; the rest is for its owner. */
    int IN_TIME = 95;

    /** The part of that limit for which it waits for transactions that use it, in percent. */
    int TRANSACTIONS = 50;

    /** Closes it within its part, and reports to this everything that is left. Idempotent. */
    void close(Closing closing);
}
