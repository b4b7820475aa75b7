package dev.assent.core.transaction;

import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The verbs of a superior that wait for their answer, in the order in which they came.
 *
 * <p>Thread safety: guarded by the lock of its {@link Subordinate}.
 */
final class WaitingVerbs {
    /**
     * How many callers of one verb wait for its answer. A superior repeats a question only when it has given up the
     * earlier one, so nobody listens to the oldest.
     */
    private static final int SAME_MAX = 16;

    private final List<Waiting> all = new ArrayList<>(1);

    /** A verb, and the caller that gets the answer. */
    record Waiting(Verb verb, Reply reply) {}

    /** Adds one more; returns the oldest of the same verb, which no longer waits, if there are too many. */
    @Nullable Waiting add(Waiting asker) {
        all.add(asker);
        Waiting oldest = null;
        int same = 0;
        for (Waiting each : all) {
            if (each.verb() == asker.verb()) {
                oldest = oldest == null ? each : oldest;
                same++;
            }
        }
        if (same <= SAME_MAX) {
            return null;
        }
        all.remove(oldest);
        return oldest;
    }

    /** The decision that came first; null if none waits. */
    @Nullable Verb decision() {
        for (Waiting each : all) {
            if (each.verb() == Verb.COMMIT || each.verb() == Verb.ROLLBACK) {
                return each.verb();
            }
        }
        return null;
    }

    /** Removes those that get an answer now; tries the latest first. */
    void removeIf(Predicate<Waiting> isAnswered) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (isAnswered.test(all.get(i))) {
                all.remove(i);
            }
        }
    }
}
