package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The points of a checkpoint. */
@Fast
class TracedStorageTest {
    private static final int SECTOR = 512;

    private final List<FaultPoint> points = new ArrayList<>();
    private final Storage storage = new TracedStorage(
            new SimulatedDisk().mount(new SplittableRandom(1)), (point, id, participant) -> points.add(point));

    @Test
    void onlyWritesFromTheFirstSectorOnAreACheckpoint() throws IOException {
        try (Storage.StoredFile file = storage.create("segment", 4 * SECTOR)) {
            file.write(SECTOR, ByteBuffer.allocate(SECTOR));
            file.force();
            assertThat(points).isEmpty();

            file.write(0, ByteBuffer.allocate(SECTOR));
            assertThat(points).containsExactly(FaultPoint.BEFORE_CHECKPOINT);
            file.write(SECTOR, ByteBuffer.allocate(SECTOR));
            file.force();
            assertThat(points)
                    .containsExactly(
                            FaultPoint.BEFORE_CHECKPOINT, FaultPoint.UNFORCED_CHECKPOINT, FaultPoint.AFTER_CHECKPOINT);

            file.force();
            assertThat(points).hasSize(3);
        }
    }
}
