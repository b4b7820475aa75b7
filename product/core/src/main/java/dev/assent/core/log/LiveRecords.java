package dev.assent.core.log;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of all transactions that have no end record, and the lives of the node: the contents of a checkpoint.
 * Transactions keep the order of their first record, records of one transaction their own order.
 *
 * <p>Not thread-safe: guarded by the log's lock.
 */
final class LiveRecords {
    /** The first and the last record of a transaction, mostly the same. */
    private static final class Chain {
        private final LiveRecord first;
        private LiveRecord last;

        Chain(LiveRecord only) {
            first = only;
            last = only;
        }
    }

    /** How many bytes the record of the lives has at most. */
    static final int LIVES_BYTES_MAX =
            LiveRecord.HEADER_BYTES + NodeId.BYTES + 2 * Integer.BYTES + Lives.COUNT_MAX * Integer.BYTES;

    private final Map<TransactionId, Chain> chains = new LinkedHashMap<>();
    private Lives lives = Lives.NONE;
    private long bytes;
    private long promisedBytes;

    /** The lives of the node. */
    Lives lives() {
        return lives;
    }

    /** A new life begins. */
    void begin(NodeEpoch life) {
        lives = lives.and(life);
    }

    /** How many bytes the records of transactions have on disk. */
    long bytes() {
        return bytes;
    }

    /**
     * How many bytes the decisions need that follow a {@link RecordKind#LAST_RESOURCE}: as many as that record has,
     * since both have the same participants.
     */
    long promisedBytes() {
        return promisedBytes;
    }

    /** Whether room is reserved for the decision of a transaction. */
    boolean hasPromise(TransactionId id) {
        Chain chain = chains.get(id);
        return chain != null && promised(chain.last) > 0;
    }

    private static int promised(LiveRecord last) {
        return last.kind() == RecordKind.LAST_RESOURCE ? last.bytes() : 0;
    }

    void add(LiveRecord added) {
        bytes += added.bytes();
        promisedBytes += promised(added);
        Chain chain = chains.get(added.id());
        if (chain == null) {
            chains.put(added.id(), new Chain(added));
        } else {
            promisedBytes -= promised(chain.last);
            chain.last.follow(added);
            chain.last = added;
        }
    }

    /** Whether an operator's record is among those of a transaction. */
    boolean hasOperators(TransactionId id) {
        Chain chain = chains.get(id);
        for (LiveRecord each = chain == null ? null : chain.first; each != null; each = each.next()) {
            if (RecordKind.isOperators(each.kind())) {
                return true;
            }
        }
        return false;
    }

    /** Removes the records of a transaction; whether there were any. */
    boolean remove(TransactionId id) {
        Chain chain = chains.remove(id);
        if (chain == null) {
            return false;
        }
        promisedBytes -= promised(chain.last);
        for (LiveRecord each = chain.first; each != null; each = each.next()) {
            bytes -= each.bytes();
        }
        return true;
    }

    /**
     * Applies a record from disk: adds it, or ends its transaction.
     *
     * @throws IllegalArgumentException if the record is not valid
     */
    void apply(LiveRecord found) {
        switch (found.kind()) {
            case RecordKind.END -> remove(found.id());
            case RecordKind.LIVES -> lives = readLives(found.body());
            default -> add(found);
        }
    }

    private static Lives readLives(ByteBuffer body) {
        try {
            return Lives.read(body);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a record of lives is cut short", e);
        }
    }

    /** Writes the lives of this node, and all records. */
    void write(NodeId node, RecordBuffer out) {
        int start = LiveRecord.begin(out, RecordKind.LIVES, node.recordId());
        lives.write(out);
        LiveRecord.end(out, start);
        writeAlive(out);
    }

    private void writeAlive(RecordBuffer out) {
        for (Chain chain : chains.values()) {
            for (@Nullable LiveRecord each = chain.first; each != null; each = each.next()) {
                each.write(out);
            }
        }
    }

    /** All live records. */
    List<LiveRecord> copy() {
        List<LiveRecord> all = new ArrayList<>();
        for (Chain chain : chains.values()) {
            for (@Nullable LiveRecord each = chain.first; each != null; each = each.next()) {
                all.add(each);
            }
        }
        return List.copyOf(all);
    }
}
