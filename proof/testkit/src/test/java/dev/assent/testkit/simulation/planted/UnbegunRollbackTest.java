package dev.assent.testkit.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A worker may have no memory to begin a rollback: the planted failure stands for that. */
@Fast
class UnbegunRollbackTest {
    private static final class Failure implements Planted {
        @Override
        public Spot spot() {
            return new Spot("core.transaction.UnaskedEnd", "rollBack", UnbegunRollback.Failing.class, List.of());
        }

        @Override
        public String run() {
            throw new IllegalStateException("no world runs it");
        }
    }

    @Test
    void timeout_workerCannotBeginTheRollback_aLaterTickTriesAgain() throws Exception {
        PlantedLoader loader = new PlantedLoader(new Failure());
        Object told = loader.loadClass(UnbegunRollback.class.getName())
                .getMethod("run")
                .invoke(null);
        assertThat(told).isEqualTo("planted, rolled back 0; tried again 1, rolled back 1");
    }
}
