package dev.assent.core.transaction;

/**
 * Takes the outcome of a transaction that was not known at once.
 *
 * <p>Thread safety: called on any thread.
 */
@FunctionalInterface
public interface Completion {
    /** For callers that don't need the outcome. */
    Completion NONE = new Completion() {
        @Override
        public void done(Outcome outcome) {
            // no listener
        }

        @Override
        public boolean mayBlock() {
            return false;
        }
    };

    /**
     * Delivers the outcome, once.
     *
     * @param outcome any but {@link Outcome#PENDING}
     */
    void done(Outcome outcome);

    /**
     * Whether {@link #done} may block the thread that calls it, as code of the application may. A completion that only
     * hands a message to a transport does not block.
     */
    default boolean mayBlock() {
        return true;
    }

    /**
     * Lends the thread that waits for the outcome, so that each transaction goes on with its own thread after a shared
     * force.
     *
     * @param work to run once, soon, on the waiting thread
     * @return whether the waiting thread will run it; false if no thread waits
     */
    default boolean lend(Runnable work) {
        return false;
    }
}
