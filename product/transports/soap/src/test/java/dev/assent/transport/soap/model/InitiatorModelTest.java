package dev.assent.transport.soap.model;

import dev.assent.harness.Sampled;
import org.junit.jupiter.api.Test;

/**
 * An initiator of WS-AtomicTransaction in any schedule of messages, losses, copies and time, compared with the state
 * table of the standard step by step ({@link InitiatorWorld}). {@code -Dassent.model.seed=N} repeats one seed.
 */
@Sampled
class InitiatorModelTest {
    private static final int STEPS_MAX = 100;

    @Test
    void initiator_anySchedule_tellsWhatItsTableSays() throws Exception {
        SeededWorld.run("an initiator", STEPS_MAX, InitiatorWorld::new);
    }
}
