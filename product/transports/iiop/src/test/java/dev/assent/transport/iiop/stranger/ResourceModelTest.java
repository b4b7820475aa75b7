package dev.assent.transport.iiop.stranger;

import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A coordinator of the Transaction Service in any schedule of votes, exceptions, losses, restarts and time, compared with
 * the standard step by step ({@link ResourceWorld}). {@code -Dassent.model.seed=N} repeats one seed.
 */
@Sampled
class ResourceModelTest {
    private static final int SEEDS = Integer.getInteger("assent.model.seeds", 60);
    private static final int SAMPLE = 6;

    private static List<Long> seeds() {
        Long one = Long.getLong("assent.model.seed");
        List<Long> all = LongStream.rangeClosed(1, SEEDS).boxed().toList();
        return one != null ? List.of(one) : Sample.of("seeds of a coordinator of Resources", SAMPLE, all);
    }

    @Test
    void coordinator_anySchedule_doesAsTheStandardSays() throws Exception {
        for (long seed : seeds()) {
            try (ResourceWorld world = new ResourceWorld()) {
                try {
                    world.run(seed);
                } catch (AssertionError | Exception failed) {
                    throw new AssertionError(
                            "seed " + seed + " (-Dassent.model.seed=" + seed + "):\n"
                                    + String.join("\n", world.history),
                            failed);
                }
            }
        }
    }
}
