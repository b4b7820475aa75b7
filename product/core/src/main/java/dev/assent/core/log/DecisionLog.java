package dev.assent.core.log;

import dev.assent.LogUnavailableException;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import java.util.Optional;

/**
 * The durable memory of a node: its decisions that are not finished.
 *
 * <p>A log serves one life of a node: opening it has read the whole log, taken a new epoch and forced both (law 2: each
 * start is a new epoch; law 7: recovery forces before it acts), so that {@link #replay} shows only durable facts.
 *
 * <p>Thread safety: any thread may call all methods at any time.
 */
public interface DecisionLog extends AutoCloseable {
    /** The node of this log, and the epoch taken at its opening. */
    NodeEpoch life();

    /** The lives of the node that this log knows completely; the last one is this life. */
    Lives lives();

    /**
     * Adds a record; nothing is durable before {@link #force}.
     *
     * @param kind one of {@link RecordKind}
     * @param id of the record's transaction
     * @param body writes the body, {@link #BODY_BYTES_MAX} bytes at most
     * @return the position to force
     * @throws LogUnavailableException if the log is full, closed or has failed; nothing of this record was or ever
     *     will be written
     */
    long append(int kind, TransactionId id, RecordBody body);

    /**
     * Makes all records up to a position durable.
     *
     * @param position returned by {@link #append}
     * @param reply takes the answer if {@link Durability#PENDING} is returned, otherwise unused
     */
    Durability force(long position, ForceReply reply);

    /**
     * Forgets a transaction: all of its records are dead. Lazy: the end record becomes durable with a later force or
     * {@link #flush}, so a crash may bring the transaction back. Ignores unknown identities.
     */
    void release(TransactionId id);

    /** Whether a record waits for a force. */
    default boolean isPending() {
        return false;
    }

    /** Forces pending records, as {@link #force} does; nothing if another thread is forcing. Waits for the disk. */
    default void flush() {}

    /** Shows the records that were alive when the log was opened, and none that were appended since. */
    void replay(RecordVisitor visitor);

    /** Counts since the log was opened. */
    MetricsSnapshot.Log statistics();

    /** Whether the log keeps nothing, so that a force costs nothing. */
    default boolean isInMemory() {
        return false;
    }

    /** Whether the log takes records: false after a failed force and after {@link #close}. */
    boolean isAccepting();

    /** Why the log takes no more records, if a force has failed; empty otherwise. */
    default Optional<Throwable> failure() {
        return Optional.empty();
    }

    /** Writes pending records and releases the storage. Idempotent. */
    @Override
    void close();

    /** The longest body of a record, in bytes. */
    int BODY_BYTES_MAX = 55_000;
}
