package dev.assent.transport.soap.model;

import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A participant of WS-AtomicTransaction in any schedule of messages, losses, copies, restarts and time, compared with the
 * state table of the standard step by step ({@link SubordinateWorld}). {@code -Dassent.model.seed=N} repeats one seed.
 */
@Sampled
class SubordinateModelTest {
    private static final int SEEDS = Integer.getInteger("assent.model.seeds", 4_000);
    private static final int SAMPLE = 150;
    private static final int STEPS_MAX = 100;

    private static List<Long> seeds() {
        Long one = Long.getLong("assent.model.seed");
        List<Long> all = LongStream.rangeClosed(1, SEEDS).boxed().toList();
        return one != null ? List.of(one) : Sample.of("seeds of a participant", SAMPLE, all);
    }

    @Test
    void participant_anySchedule_answersAsItsTableSays() throws Exception {
        for (long seed : seeds()) {
            SubordinateWorld world = new SubordinateWorld(seed);
            try {
                for (int i = world.random.nextInt(STEPS_MAX); i > 0; i--) {
                    world.step();
                }
                world.settle();
                world.verify();
            } catch (AssertionError | RuntimeException failed) {
                throw new AssertionError(
                        "seed " + seed + " (-Dassent.model.seed=" + seed + "):\n" + String.join("\n", world.history),
                        failed);
            }
        }
    }
}
