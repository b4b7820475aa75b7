package dev.assent.resources.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one thread of the application has in hand.
 *
 * <p>Thread safety: for its actor, and for the world while that is idle.
 */
final class Desk {
    final Actor actor;

    /** The transaction on the thread. */
    volatile @Nullable Work current;

    final List<Work> suspended = new ArrayList<>();

    /** Work outside of transactions, each with its one handle. */
    final List<Work> locals = new ArrayList<>();

    /** For which pool it waits; null when it does not. */
    volatile @Nullable TestedPool waitsFor;

    Desk(Actor actor) {
        this.actor = actor;
    }

    void clear() {
        current = null;
        suspended.clear();
        locals.clear();
        waitsFor = null;
    }

    boolean isIdle() {
        return !actor.isBusy();
    }

    boolean isEmpty() {
        return current == null && suspended.isEmpty() && locals.isEmpty();
    }

    @Override
    public String toString() {
        return actor.toString();
    }
}
