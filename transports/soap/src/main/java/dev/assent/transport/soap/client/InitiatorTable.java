package dev.assent.transport.soap.client;

import dev.assent.core.identity.TransactionId;
import dev.assent.transport.soap.desk.Remembered;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The initiators of a process, by their transactions, and by the keys of the endpoints where they are told. Of those whose
 * transactions are over the last stay, so that the end may be asked for again.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class InitiatorTable {
    /** How many transactions are under way at most, and of how many that are over the initiators are known. */
    static final Remembered.Limits LIMITS = new Remembered.Limits(100_000, 10_000);

    private final Remembered<TransactionId, Kept> byId;
    private final Map<String, Initiator> byKey = new ConcurrentHashMap<>();

    /** With the key of its endpoint; null for none. */
    private record Kept(Initiator initiator, @Nullable String key) {}

    /** None yet. */
    InitiatorTable(Remembered.Limits limits, LongSupplier nanos) {
        byId = new Remembered<>(limits, each -> each.initiator().isOver(nanos.getAsLong()), this::drop);
    }

    /** Whether one more transaction may be begun. */
    boolean hasRoom() {
        return byId.hasRoom();
    }

    /** One more; {@code key} null for one that has no endpoint. */
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

    /** Those who have an endpoint. */
    List<Initiator> called() {
        return List.copyOf(byKey.values());
    }
}
