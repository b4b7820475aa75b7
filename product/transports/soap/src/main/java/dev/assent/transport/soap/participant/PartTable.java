package dev.assent.transport.soap.participant;

import dev.assent.remote.transport.Recent;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.state.ParticipantTable.Event;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished parts, and the last messages of the latest finished ones, by the keys of their references. The node
 * answers for a part that is not here, after a restart or because there were too many.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class PartTable {
    /** How many parts are kept; the oldest is dropped. */
    private static final int PARTS_MAX = 100_000;

    /** How many last messages of finished parts are kept; a repeated message comes soon. */
    private static final int LAST_WORDS_MAX = 10_000;

    /** Guarded by itself. */
    private final Map<String, Part> byKey = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Part> eldest) {
            return size() > PARTS_MAX;
        }
    };

    private final Recent<String, Notification> lastWords = new Recent<>(LAST_WORDS_MAX);

    @Nullable Part find(OwnReference reference) {
        synchronized (byKey) {
            return byKey.get(reference.key());
        }
    }

    /** The part that a decision is for; a new one if there is none. It stays until the node has carried it out. */
    Part decided(OwnReference reference) {
        synchronized (byKey) {
            return Objects.requireNonNull(
                    byKey.computeIfAbsent(reference.key(), key -> new Part(reference, TwoPhaseState.NONE, null)));
        }
    }

    /** The part of a reference; a new one if there is none, or it is over. */
    Part get(OwnReference reference, Supplier<Part> made) {
        synchronized (byKey) {
            return Objects.requireNonNull(byKey.compute(reference.key(), (key, known) -> {
                if (known != null && !known.isOver()) {
                    return known;
                }
                lastWords.remove(key);
                return made.get();
            }));
        }
    }

    /**
     * Notes the last message of a part. Aborted need not be kept, since it is also the answer for an unknown part. An
     * onlooker's message is not kept, since its synchronizations may be asked for any number of times.
     */
    void says(Part part, Notification last) {
        String key = part.reference().key();
        if (last == Notification.ABORTED) {
            lastWords.remove(key);
        } else if (part.reference().kind() == Kind.OWN_DURABLE) {
            lastWords.put(key, last);
        }
    }

    /** ReadOnly or Committed, if that is the known last message of a finished part; else null. */
    @Nullable Notification lastWord(Part part) {
        return lastWords.get(part.reference().key());
    }

    /**
     * Ends a registered part that was not asked yet and has rolled back by itself.
     *
     * @return its coordinator; null if the part is not in that state
     */
    @Nullable EndpointReference leave(OwnReference reference) {
        Part part = find(reference);
        if (part == null || part.enter(Event.ROLLBACK_DECISION, TwoPhaseState.ACTIVE) == null) {
            return null;
        }
        says(part, Notification.ABORTED);
        settle(part);
        return part.coordinator();
    }

    int size() {
        synchronized (byKey) {
            return byKey.size();
        }
    }

    /** Removes a part that is over. */
    void settle(Part part) {
        if (part.state() == TwoPhaseState.NONE) {
            synchronized (byKey) {
                byKey.remove(part.reference().key(), part);
            }
        }
    }
}
