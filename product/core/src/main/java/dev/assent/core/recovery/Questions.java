package dev.assent.core.recovery;

import org.jspecify.annotations.Nullable;

/**
 * What recovery asks resources. Every call of a resource's session, its XAResource and its commit markers goes through
 * here, so that a node that closes can report the call that hangs.
 *
 * <p>Thread safety: one thread at a time asks; any thread may call {@link #asked}.
 */
final class Questions {
    private volatile @Nullable Asked asked;

    /** A question whose answer recovery waits for. */
    private record Asked(String resource, String what) {
        @Override
        public String toString() {
            return "resource '" + resource + "', which recovery has asked " + what;
        }
    }

    /** A call of a resource. */
    interface Question<T, X extends Throwable> {
        T ask() throws X;
    }

    /** A call of a resource that returns nothing. */
    interface Request<X extends Throwable> {
        void make() throws X;
    }

    /**
     * Asks a resource.
     *
     * @param what behind "which recovery has asked", for people
     */
    <T, X extends Throwable> T ask(String resource, String what, Question<T, X> question) throws X {
        asked = new Asked(resource, what);
        try {
            return question.ask();
        } finally {
            asked = null;
        }
    }

    /** As {@link #ask}. */
    <X extends Throwable> void request(String resource, String what, Request<X> request) throws X {
        ask(resource, what, () -> {
            request.make();
            return true;
        });
    }

    /** The question whose answer recovery waits for right now, for people; null if it waits for none. */
    @Nullable String asked() {
        Asked now = asked;
        return now == null ? null : now.toString();
    }
}
