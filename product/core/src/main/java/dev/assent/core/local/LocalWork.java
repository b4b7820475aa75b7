package dev.assent.core.local;

import dev.assent.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * The work of one transaction on one connection of a {@link LocalResource}: a local transaction that only the engine
 * ends.
 *
 * <p>If a method throws anything, even an Error or an undeclared exception, that is the failure of that one call
 * ({@link dev.assent.core.foreign.ForeignCode}): after a commit the outcome is unknown, unless it is a {@link
 * LocalRollbackException}.
 *
 * <p>Thread safety: one call at a time, though from different threads.
 */
public interface LocalWork {
    /**
     * Commits.
     *
     * @param marker the transaction whose marker to write, in the same local transaction; null for none
     * @throws LocalRollbackException if it is certain that all work is rolled back
     * @throws Exception if nobody knows what became of the work
     */
    void commit(@Nullable TransactionId marker) throws Exception;

    /**
     * Rolls back. If that fails, it must close the connection, so that the resource rolls back.
     *
     * @throws Exception the failure, for a message
     */
    void rollback() throws Exception;
}
