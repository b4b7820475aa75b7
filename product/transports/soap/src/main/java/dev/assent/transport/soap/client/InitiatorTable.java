package dev.assent.transport.soap.client;

import dev.assent.TransactionId;
import dev.assent.transport.soap.desk.Remembered;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The initiators of a process, by their transactions, and by the keys of their endpoints. The last finished ones stay,
 * so that a repeated request for the end gets its answer.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class InitiatorTable {
    /** How many unfinished transactions there may be, and how many finished ones keep their initiators. */
    static final Remembered.Limits LIMITS = new Remembered.Limits(100_000, 10_000);

    private final Remembered<TransactionId, Kept> byId;
    private final Map<String, Initiator> byKey = new ConcurrentHashMap<>();

    /** An initiator, and the key of its endpoint; null for none. */
    private record Kept(Initiator initiator, @Nullable String key) {}

    /** No initiators yet. */
    InitiatorTable(Remembered.Limits limits, LongSupplier nanos) {
        byId = new Remembered<>(limits, each -> each.initiator().isOver(nanos.getAsLong()), this::drop);
    }

    /** Whether one more transaction may be begun. */
    boolean hasRoom() {
        return byId.hasRoom();
    }

    /** Adds an initiator; {@code key} is null if it has no endpoint. */
    void add(TransactionId id, @Nullable String key, Initiator initiator) {
        if (key != null) {
            byKey.put(key, initiator);
        }
        byId.add(id, new Kept(initiator, key));
    }

    private void drop(Kept gone) {
        if (gone.key() != null) {
            byKey.remove(gone.key());
        }
    }

    @Nullable Initiator find(TransactionId id) {
        Kept kept = byId.find(id);
        return kept == null ? null : kept.initiator();
    }

    @Nullable Initiator ofKey(String key) {
        return byKey.get(key);
    }

    /** The initiators with an endpoint. */
    List<Initiator> called() {
        return List.copyOf(byKey.values());
    }
}
