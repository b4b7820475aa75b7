package dev.assent.transport.soap.client;

import dev.assent.core.identity.TransactionId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The initiators of a process, by their transactions, and by the keys of the endpoints where they are told; the eldest goes
 * when there are too many. Those whose transactions are over stay, so that the end may be asked for again.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class InitiatorTable {
    private static final int TRANSACTIONS_MAX = 10_000;

    /** Guards both. */
    private final Object lock = new Object();

    private final Map<TransactionId, Kept> byId = new LinkedHashMap<>();
    private final Map<String, Initiator> byKey = new HashMap<>();

    /** With the key of its endpoint; null for none. */
    private record Kept(Initiator initiator, @Nullable String key) {}

    /** One more; {@code key} null for one that has no endpoint. */
    void add(TransactionId id, @Nullable String key, Initiator initiator) {
        synchronized (lock) {
            if (key != null) {
                byKey.put(key, initiator);
            }
            drop(byId.put(id, new Kept(initiator, key)));
            if (byId.size() > TRANSACTIONS_MAX) {
                drop(byId.remove(byId.keySet().iterator().next()));
            }
        }
    }

    private void drop(@Nullable Kept gone) {
        if (gone != null && gone.key() != null) {
            byKey.remove(gone.key());
        }
    }

    @Nullable Initiator find(TransactionId id) {
        synchronized (lock) {
            Kept kept = byId.get(id);
            return kept == null ? null : kept.initiator();
        }
    }

    @Nullable Initiator ofKey(String key) {
        synchronized (lock) {
            return byKey.get(key);
        }
    }

    /** Those who have an endpoint. */
    List<Initiator> called() {
        synchronized (lock) {
            return List.copyOf(byKey.values());
        }
    }
}
