package dev.assent.remote.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * What a call carries so that its work becomes part of a transaction (OTS 1.4 PropagationContext,
 * WS-Coordination CoordinationContext). Immutable.
 *
 * @param id the transaction
 * @param superior decides it for whoever is called
 * @param remainingMillis how long it may go on before it is decided; {@link #UNLIMITED} when it never times out
 * @param known the subordinate that the caller knows at the process it calls; null while it knows none, so that a
 *     reply must say who it is (law 16)
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

    /** The same with another time that is left. */
    public Context withRemainingMillis(long millis) {
        return new Context(id, superior, millis, known);
    }
}
