package dev.assent.core.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Who is told what a rollback has come to that its client has not asked for: the owner, and a client that ends the
 * transaction afterwards. That one does not wait for the rollback, unless something is known already that it would hear
 * wrongly (law 12).
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
     * What a client is told that comes too late.
     *
     * @param isHeardOtherwise whether some participant has said that it did not roll back
     * @param whenDone takes the outcome when {@link Outcome#PENDING} is returned, else unused
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

    /** What the rollback has come to; null as long as that is not known. */
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
