package dev.assent.remote.superior;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * By which messages somebody has registered, so that one that comes again is known: it may have been asked for its
 * synchronizations since, and would be taken for one that has more. The last few are kept, since one comes again soon.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class HeardMessages {
    private static final int KEPT_MAX = 8;

    /** A longer identity is not kept. */
    private static final int CHARS_MAX = 256;

    private @Nullable Deque<String> identities;

    /**
     * One has come.
     *
     * @param identity null for one that can't be told apart from others
     */
    synchronized void hear(@Nullable String identity) {
        if (identity == null || identity.length() > CHARS_MAX || knows(identity)) {
            return;
        }
        Deque<String> kept = identities;
        if (kept == null) {
            kept = new ArrayDeque<>(1);
            identities = kept;
        } else if (kept.size() == KEPT_MAX) {
            kept.removeFirst();
        }
        kept.addLast(identity);
    }

    /** Whether it has come before. */
    synchronized boolean knows(@Nullable String identity) {
        Deque<String> kept = identities;
        return identity != null && kept != null && kept.contains(identity);
    }
}
