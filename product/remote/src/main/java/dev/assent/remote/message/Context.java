package dev.assent.remote.message;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import org.jspecify.annotations.Nullable;

/**
 * The context of a call, which makes its work part of a transaction (OTS 1.4 PropagationContext,
 * WS-Coordination CoordinationContext). Immutable.
 *
 * @param id the transaction
 * @param superior the superior of the called process
 * @param remainingMillis the time until it must be decided; {@link #UNLIMITED} if it never times out
 * @param known the subordinate that the caller knows at the called process; null while it knows none, so that a reply
 *     must carry the registration (law 16)
 */
public record Context(
        TransactionId id,
        SuperiorRef superior,
        long remainingMillis,
        @Nullable LocalTransactionId known) {
    /** The remaining time of a transaction without a timeout. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** Refuses a negative time. */
    public Context {
        if (remainingMillis < 0) {
            throw new IllegalArgumentException("a remaining time of " + remainingMillis + " ms is not allowed");
        }
    }

    /** This context with another remaining time. */
    public Context withRemainingMillis(long millis) {
        return new Context(id, superior, millis, known);
    }
}
