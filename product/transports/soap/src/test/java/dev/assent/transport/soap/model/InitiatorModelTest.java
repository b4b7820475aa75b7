package dev.assent.transport.soap.model;

import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * An initiator of WS-AtomicTransaction in any schedule of messages, losses, copies and time, compared with the state
 * table of the standard step by step ({@link InitiatorWorld}). {@code -Dassent.model.seed=N} repeats one seed.
 */
@Sampled
class InitiatorModelTest {
    private static final int SEEDS = Integer.getInteger("assent.model.seeds", 4_000);
    private static final int SAMPLE = 150;
    private static final int STEPS_MAX = 100;

    private static List<Long> seeds() {
        Long one = Long.getLong("assent.model.seed");
        List<Long> all = LongStream.rangeClosed(1, SEEDS).boxed().toList();
        return one != null ? List.of(one) : Sample.of("seeds of an initiator", SAMPLE, all);
    }

    @Test
    void initiator_anySchedule_tellsWhatItsTableSays() {
        for (long seed : seeds()) {
            InitiatorWorld world = new InitiatorWorld(seed);
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
