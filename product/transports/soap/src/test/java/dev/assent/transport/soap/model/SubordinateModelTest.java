package dev.assent.transport.soap.model;

import dev.assent.harness.Sampled;
import org.junit.jupiter.api.Test;

/**
 * A participant of WS-AtomicTransaction in any schedule of messages, losses, copies, restarts and time, compared with the
 * state table of the standard step by step ({@link SubordinateWorld}). {@code -Dassent.model.seed=N} repeats one seed.
 */
@Sampled
class SubordinateModelTest {
    private static final int STEPS_MAX = 100;

    @Test
    void participant_anySchedule_answersAsItsTableSays() throws Exception {
        SeededWorld.run("a participant", STEPS_MAX, SubordinateWorld::new);
    }
}
