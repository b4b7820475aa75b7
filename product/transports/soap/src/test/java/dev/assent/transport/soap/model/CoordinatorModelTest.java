package dev.assent.transport.soap.model;

import dev.assent.harness.Sampled;
import org.junit.jupiter.api.Test;

/**
 * A coordinator of WS-AtomicTransaction in any schedule of messages, losses, copies, restarts and time, compared with the
 * state table of the standard step by step ({@link CoordinatorWorld}). {@code -Dassent.model.seed=N} repeats one seed.
 */
@Sampled
class CoordinatorModelTest {
    private static final int STEPS_MAX = 160;

    @Test
    void coordinator_anySchedule_doesAsItsTableSays() throws Exception {
        SeededWorld.run("a coordinator", STEPS_MAX, CoordinatorWorld::new);
    }
}
