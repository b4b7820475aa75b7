package dev.assent.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The records that a node's log has called durable, of transactions whose end it has not recorded. Law 4: each of them
 * stays, whatever checkpoints, restarts and losses of power come. Not thread-safe.
 */
final class Promises {
    private final Ledger ledger;
    private final Map<ByteBuffer, Set<Integer>> kinds = new LinkedHashMap<>();
    private long generation = -1;

    Promises(Ledger ledger) {
        this.ledger = ledger;
    }

    /** The log calls a record durable. */
    void durable(int kind, ByteBuffer global, DurableRecords records) {
        kinds.computeIfAbsent(global, each -> new LinkedHashSet<>()).add(kind);
        if (records.generation() != generation) { // a checkpoint has written all again
            check(records);
        }
    }

    /** Whether the log has called a record of this kind durable, and has not recorded the end. */
    boolean has(int kind, ByteBuffer global) {
        return kinds.getOrDefault(global, Set.of()).contains(kind);
    }

    /** The end of a transaction is appended: from now on its records may go. */
    void released(ByteBuffer global) {
        kinds.remove(global);
    }

    /** Somebody has changed the files. */
    void forget() {
        kinds.clear();
    }

    /** Each record is there. */
    void check(DurableRecords records) {
        generation = records.generation();
        kinds.forEach((global, each) -> {
            List<Integer> missing = new ArrayList<>(each);
            missing.removeIf(kind -> records.has(kind, global));
            if (!missing.isEmpty()) {
                Object truth = ledger.find(global);
                ledger.broken(
                        "law 4", "durable records of kinds " + missing + " are gone: " + (truth == null ? "" : truth));
            }
        });
    }
}
