package dev.assent.core.transaction;

import dev.assent.TimedOutException;
import org.jspecify.annotations.Nullable;

/**
 * The application's side of a transaction. It gets the outcome if no client waits for it, and it has the
 * synchronizations of its node.
 *
 * <p>Thread safety: any thread may call all methods.
 */
@FunctionalInterface
public interface Owner extends Completion {
    /** For transactions whose application needs no outcome and has no synchronizations. */
    Owner NONE = new Owner() {
        @Override
        public void done(Outcome outcome) {
            // no listener
        }

        @Override
        public boolean mayBlock() {
            return false;
        }
    };

    /** The client that began the transaction, if it has no transaction manager; otherwise null. */
    default @Nullable Client client() {
        return null;
    }

    /**
     * Whether some synchronization was still not called before phase one. The engine asks when nobody can register any
     * more: then the transaction rolls back (law 19: synchronizations come first).
     */
    default boolean hasSynchronizations() {
        return false;
    }

    /** The transaction timed out before its decision and rolls back. Called once, by the timer; must not block. */
    default void timedOut(TimedOutException timeout) {
        // no listener
    }
}
