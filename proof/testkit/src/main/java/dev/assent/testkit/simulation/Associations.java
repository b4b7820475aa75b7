package dev.assent.testkit.simulation;

import dev.assent.testkit.simulation.BranchTruth.State;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections that work on a branch, and the state of each (X/Open XA, table 6-2): the first has made the branch,
 * others have joined it. Not thread-safe.
 */
final class Associations {
    private final Map<SimulatedSession, State> all = new LinkedHashMap<>();

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether this connection is one of them, at work or not. */
    boolean has(SimulatedSession session) {
        return all.containsKey(session);
    }

    /** ACTIVE, SUSPENDED or IDLE; null for a connection that does not work on the branch. */
    @Nullable State of(SimulatedSession session) {
        return all.get(session);
    }

    /** The state of this connection from now on. */
    void set(SimulatedSession session, State now) {
        all.put(session, now);
    }

    /** The state of the branch by all of them: at work as long as one is. */
    State whole() {
        return all.containsValue(State.ACTIVE)
                ? State.ACTIVE
                : all.containsValue(State.SUSPENDED) ? State.SUSPENDED : State.IDLE;
    }

    /** The branch is not bound to them any more. */
    void clear() {
        all.clear();
    }
}
