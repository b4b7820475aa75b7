package dev.assent.core.transaction;

/**
 * Takes the outcome of a transaction that was not known at once.
 *
 * <p>Thread safety: called on any thread.
 */
@FunctionalInterface
public interface Completion {
    /** For those who do not want to know. */
    Completion NONE = new Completion() {
        @Override
        public void done(Outcome outcome) {
            // nobody is there
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
     * Whether {@link #done} may keep who delivers, as somebody of the application who wants to be told may. What only
     * hands a message to a wire does not.
     */
    default boolean mayBlock() {
        return true;
    }

    /**
     * Lends the thread that waits for the outcome, so that each transaction goes on with its own
     * thread after a shared force.
     *
     * @param work to be run once, soon, on the waiting thread
     * @return whether the waiting thread will run it; false when no thread waits
     */
    default boolean lend(Runnable work) {
        return false;
    }
}
