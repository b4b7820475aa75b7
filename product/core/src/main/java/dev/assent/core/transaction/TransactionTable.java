package dev.assent.core.transaction;

import dev.assent.core.foreign.ForeignCode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions under way, found by their sequence number. The timer sweeps the table for those that timed out.
 *
 * <p>A fixed array of slots. Each sequence number has one slot. If an older transaction has the slot, the new one takes
 * the next number, so there are no chains, no locks and no allocation:
 *
 * <ol>
 *   <li>{@link #add}: take the next number; compare-and-set its slot from empty; if the slot is taken, try again.
 *       O(1) while the table is not nearly full.
 *   <li>{@link #remove}: empty the slot. O(1). This also cancels the timeout.
 *   <li>{@link #forEach}: visit all slots; the timer calls it at each tick.
 * </ol>
 *
 * <p>Neighbouring numbers have slots far apart, so that threads which begin at the same time do not share cache lines.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class TransactionTable {
    /** How many slots are tried before the table counts as full. */
    private static final int PROBES_MAX = 256;

    /** An odd number, so that multiplying by it permutes the slots. */
    private static final int SPREAD = 0x9E3779B1;

    private final AtomicReferenceArray<@Nullable GlobalTransaction> slots;
    private final AtomicLong sequences = new AtomicLong();
    private final int mask;

    /** With room for {@code capacity} transactions, a power of two. */
    TransactionTable(int capacity) {
        assert Integer.bitCount(capacity) == 1;
        slots = new AtomicReferenceArray<>(capacity);
        mask = capacity - 1;
    }

    /** How many transactions fit. */
    int capacity() {
        return mask + 1;
    }

    /** Gives the transaction its sequence number and its place; false when the table is full. */
    boolean add(GlobalTransaction transaction) {
        int probesMax = Math.min(PROBES_MAX, capacity());
        for (int probe = 0; probe < probesMax; probe++) {
            long sequence = sequences.incrementAndGet();
            transaction.setSequence(sequence);
            int slot = slot(sequence);
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, transaction)) {
                return true;
            }
        }
        return false;
    }

    /** Takes the transaction out. */
    void remove(GlobalTransaction transaction) {
        slots.compareAndSet(slot(transaction.sequence()), transaction, null);
    }

    /** The transaction with this number, or null. */
    @Nullable GlobalTransaction find(long sequence) {
        GlobalTransaction found = slots.get(slot(sequence));
        return found != null && found.sequence() == sequence ? found : null;
    }

    /** Visits all transactions that stay in the table throughout, and maybe others. */
    void forEach(Consumer<GlobalTransaction> visitor) {
        for (int slot = 0; slot <= mask; slot++) {
            GlobalTransaction transaction = slots.get(slot);
            if (transaction != null) {
                visitor.accept(transaction);
            }
        }
    }

    /** Rolls back transactions that timed out. An exception of one is thrown when all have been visited. */
    void expireAll(long nowNanos) {
        Throwable first = null;
        for (int slot = 0; slot <= mask; slot++) {
            GlobalTransaction transaction = slots.get(slot);
            if (transaction != null) {
                try {
                    transaction.expireAt(nowNanos);
                } catch (Throwable failed) {
                    first = first == null ? failed : first;
                }
            }
        }
        ForeignCode.rethrow(first);
    }

    private int slot(long sequence) {
        return ((int) sequence * SPREAD) & mask;
    }
}
