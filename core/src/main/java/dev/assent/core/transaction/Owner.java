package dev.assent.core.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Whose transaction it is to the application: is told how it ends when no client waits for that, and has the
 * synchronizations of its node.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
@FunctionalInterface
public interface Owner extends Completion {
    /** For those who do not want to know, and have none. */
    Owner NONE = new Owner() {
        @Override
        public void done(Outcome outcome) {
            // nobody is there
        }

        @Override
        public boolean mayBlock() {
            return false;
        }
    };

    /** The client that has begun it, when it is one without a transaction manager; else null. */
    default @Nullable Client client() {
        return null;
    }

    /**
     * Whether some synchronization is still to be called before phase one. Asked when nobody can register any more: with
     * one that nobody has called the transaction rolls back (law 19).
     */
    default boolean hasSynchronizations() {
        return false;
    }

    /** Its time was over before it was decided, so that it is rolled back. Called once, by the timer, and must not block. */
    default void timedOut(TimedOutException timeout) {
        // who does not want to know
    }
}
