package dev.assent.transport.iiop.stranger;

import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A Resource of ours that its coordinator asks in any order, compared with the standard step by step ({@link
 * SubordinateResourceWorld}). {@code -Dassent.model.seed=N} repeats one seed.
 */
@Sampled
class SubordinateResourceModelTest {
    private static final int SEEDS = Integer.getInteger("assent.model.seeds", 30);
    private static final int SAMPLE = 4;
    private static final int STEPS = 25;

    private static List<Long> seeds() {
        Long one = Long.getLong("assent.model.seed");
        List<Long> all = LongStream.rangeClosed(1, SEEDS).boxed().toList();
        return one != null ? List.of(one) : Sample.of("seeds of a Resource", SAMPLE, all);
    }

    @Test
    void resource_askedInAnyOrder_answersAsTheStandardSays() throws Exception {
        for (long seed : seeds()) {
            try (SubordinateResourceWorld world = new SubordinateResourceWorld(seed)) {
                try {
                    for (int i = 0; i < STEPS; i++) {
                        world.step();
                    }
                    world.settle();
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
