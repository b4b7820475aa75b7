package dev.assent.testkit.resource;

import java.util.HashSet;
import java.util.Set;

/**
 * One branch as a resource manager knows it (X/Open XA, table 6-4). Guarded by its resource manager.
 *
 * <pre>
 *   ACTIVE --prepare--> PREPARED --commit or rollback--> (gone)
 *      |                   |
 *      +-------------------+--by its own decision--> DECIDED --forget--> (gone)
 * </pre>
 */
final class BranchState {
    enum Phase {
        ACTIVE,
        PREPARED,
        DECIDED
    }

    Phase phase = Phase.ACTIVE;
    boolean isRollbackOnly;

    /** Connections that are at work for the branch, or have interrupted their work. */
    final Set<RecordingXaResource> active = new HashSet<>();

    final Set<RecordingXaResource> suspended = new HashSet<>();

    boolean isIdle() {
        return active.isEmpty() && suspended.isEmpty();
    }
}
