package dev.assent.resources.room;

import dev.assent.core.Closing;

/**
 * A resource that can be closed by a deadline, whatever its driver does. Safe to share as far as the resource is.
 */
public interface ClosedInTime {
    /** When it has ended, in percent of the limit of a close: what is left of that is for its owner. */
    int IN_TIME = 95;

    /** Until when it waits for transactions that use it, in percent of that limit. */
    int TRANSACTIONS = 50;

    /** Closes it until then, and adds to this what is left. Idempotent. */
    void close(Closing closing);
}
