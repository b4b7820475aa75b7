package dev.assent.core.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Delivers the outcome of a rollback that the client did not request: to the owner, and to a client that ends the
 * transaction afterwards. The client does not wait for the rollback, unless it is known already that "rolled back"
 * would be wrong (law 12: heuristic outcomes are forced first).
 *
 * <p>Thread-safe.
 */
final class LateEnd implements Completion {
    private final Completion owner;
    private @Nullable Outcome outcome;
    private @Nullable Completion client;

    LateEnd(Completion owner) {
        this.owner = owner;
    }

    /**
     * The answer to a client that comes too late.
     *
     * @param isHeardOtherwise whether some participant has said that it did not roll back
     * @param whenDone takes the outcome if {@link Outcome#PENDING} is returned, otherwise unused
     */
    synchronized Outcome join(boolean isHeardOtherwise, Completion whenDone) {
        if (outcome != null) {
            return outcome;
        }
        if (!isHeardOtherwise) {
            return Outcome.ROLLED_BACK;
        }
        client = whenDone;
        return Outcome.PENDING;
    }

    /** The outcome of the rollback; null as long as it is not known. */
    synchronized @Nullable Outcome outcome() {
        return outcome;
    }

    @Override
    public void done(Outcome reached) {
        owner.done(reached);
        @Nullable Completion late;
        synchronized (this) {
            outcome = reached;
            late = client;
        }
        if (late != null) {
            late.done(reached);
        }
    }

    @Override
    public boolean lend(Runnable work) {
        return owner.lend(work);
    }
}
