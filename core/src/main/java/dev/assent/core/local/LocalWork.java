package dev.assent.core.local;

import dev.assent.core.identity.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * The work of one transaction on one connection of a {@link LocalResource}: a local transaction that only
 * the engine ends.
 *
 * <p>Whatever it throws, also an Error or what it does not declare, is the failure of that one call ({@link
 * dev.assent.core.foreign.ForeignCode}): after a commit nobody knows the outcome, unless it is a {@link LocalRollbackException}.
 *
 * <p>Thread safety: one call at a time, though from different threads.
 */
public interface LocalWork {
    /**
     * Commits.
     *
     * @param marker the transaction to leave a marker of, in the same local transaction; null for none
     * @throws LocalRollbackException when it is certain that all work is rolled back
     * @throws Exception when nobody can tell what became of the work
     */
    void commit(@Nullable TransactionId marker) throws Exception;

    /**
     * Rolls back. Where that can't be done the connection has to be closed, so that the resource does it.
     *
     * @throws Exception what went wrong, to be told
     */
    void rollback() throws Exception;
}
