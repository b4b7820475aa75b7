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
 * The parts that are under way, and the last word of those that were so last, by the keys of their references. What is not
 * here, since this process has restarted, or there were too many, is asked of the node.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class PartTable {
    /** How many are kept in mind; the eldest goes. */
    private static final int PARTS_MAX = 100_000;

    /** Of how many that are over is known what they have said last: a message comes again soon. */
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

    /** The part of a reference, made if it is not there, or over. */
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
     * What a part is about to say, after which it is over. Aborted is what one says of which nothing is known; and one that
     * looks on is asked for its synchronizations as often as anybody wants.
     */
    void says(Part part, Notification last) {
        String key = part.reference().key();
        if (last == Notification.ABORTED) {
            lastWords.remove(key);
        } else if (part.reference().kind() == Kind.OWN_DURABLE) {
            lastWords.put(key, last);
        }
    }

    /** ReadOnly or Committed, when one that is over has said that last, and it is known; else null. */
    @Nullable Notification lastWord(Part part) {
        return lastWords.get(part.reference().key());
    }

    /**
     * One that is registered, and was asked for nothing yet, has rolled back by itself: it is over.
     *
     * @return where its coordinator is; null when it is none of those
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

    /** A part is over when it is in no state. */
    void settle(Part part) {
        if (part.state() == TwoPhaseState.NONE) {
            synchronized (byKey) {
                byKey.remove(part.reference().key(), part);
            }
        }
    }
}
