package dev.assent.core.log;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.TransactionId;
import java.util.Optional;

/**
 * The durable memory of a node: what it decided and has not finished.
 *
 * <p>A log is made for one life of a node: opening it has read the whole log, taken a new epoch and
 * forced both (laws 2 and 7), so that {@link #replay} tells only durable facts.
 *
 * <p>Thread safety: all methods may be called by any thread at any time.
 */
public interface DecisionLog extends AutoCloseable {
    /** The node this log belongs to and the epoch that was taken when it was opened. */
    NodeEpoch life();

    /** The lives of the node that this log is whole of, this one the last. */
    Lives lives();

    /**
     * Adds a record; nothing is durable before {@link #force}.
     *
     * @param kind one of {@link RecordKind}
     * @param id whose record
     * @param body writes the body, {@link #BODY_BYTES_MAX} bytes at most
     * @return the position to force
     * @throws LogUnavailableException when the log is full, closed or has failed; nothing was written,
     *     and nothing of this record will ever be
     */
    long append(int kind, TransactionId id, RecordBody body);

    /**
     * Makes all records up to a position durable.
     *
     * @param position what {@link #append} returned
     * @param reply takes the answer when {@link Durability#PENDING} is returned, else unused
     */
    Durability force(long position, ForceReply reply);

    /**
     * Forgets a transaction: all of its records are dead. Lazy: the end record becomes durable with a
     * later force or {@link #flush}, so a crash may bring the transaction back. Unknown identities are ignored.
     */
    void release(TransactionId id);

    /** Whether a record waits for a force. */
    default boolean isPending() {
        return false;
    }

    /** Forces what is pending, as {@link #force} does; nothing, while somebody else forces. Waits for the disk. */
    default void flush() {}

    /**
     * Shows the records that were alive when the log was opened. What was appended since is not shown.
     */
    void replay(RecordVisitor visitor);

    /** How the log was doing since it was opened. */
    LogStatistics statistics();

    /** Whether records are taken: false after a failed force and after {@link #close}. */
    boolean isAccepting();

    /** Why the log takes no more records, when a force has failed; empty otherwise. */
    default Optional<Throwable> failure() {
        return Optional.empty();
    }

    /** Writes what is pending and gives the log back. Idempotent. */
    @Override
    void close();

    /** The longest body of a record, in bytes. */
    int BODY_BYTES_MAX = 55_000;
}
