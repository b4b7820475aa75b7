package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.LogDamagedException;
import dev.assent.harness.Fast;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sectors that are sound, and do not belong where they are. */
@Fast
class BatchWalkTest {
    private static final int SECTORS = 6;
    private static final long GENERATION = 5;

    private final List<LiveRecord> records = new ArrayList<>();
    private final BatchWalk walk =
            new BatchWalk(new SegmentPlace("log", "segment-a"), GENERATION, SECTORS, records::add);

    private void take(int number, int batch, int index, int count, int used) {
        Sector sector = new Sector(ByteBuffer.allocate(Sector.BYTES)).at(0);
        sector.seal(GENERATION, batch, index, count, used);
        walk.sector(number, sector);
    }

    private void takeOld(int number) {
        Sector sector = new Sector(ByteBuffer.allocate(Sector.BYTES)).at(0);
        sector.seal(GENERATION - 1, 0, 0, 1, 0);
        walk.sector(number, sector);
    }

    private void assertMisplaced(int number, int batch, int index, int count, int used) {
        assertThatThrownBy(() -> take(number, batch, index, count, used))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("ASSENT-");
    }

    @Test
    void aBatchThatIsTornIsCut() {
        take(0, 0, 0, 1, 0);
        take(1, 1, 0, 5, Sector.PAYLOAD_BYTES);
        takeOld(2);
        assertThat(walk.batches()).isEqualTo(1);
        assertThat(walk.sectors()).isEqualTo(1);
        assertThat(walk.sectorsCut()).isEqualTo(1);
        assertThat(records).isEmpty();
    }

    @Test
    void aBatchWithMoreSectorsThanAreLeftIsMisplaced() {
        take(0, 0, 0, 1, 0);
        assertMisplaced(1, 1, 0, 6, Sector.PAYLOAD_BYTES);
    }

    @Test
    void aSectorOfAnotherBatchIsMisplaced() {
        take(0, 0, 0, 1, 0);
        assertMisplaced(1, 2, 0, 1, 0);
        assertMisplaced(1, 1, 1, 2, 0);
        assertMisplaced(1, 1, 0, 0, 0);
    }

    @Test
    void aSectorThatIsNotFullInTheMiddleOfABatchIsMisplaced() {
        take(0, 0, 0, 1, 0);
        assertMisplaced(1, 1, 0, 2, Sector.PAYLOAD_BYTES - 1);
    }

    @Test
    void aSectorThatSaysAnotherCountIsMisplaced() {
        take(0, 0, 0, 1, 0);
        take(1, 1, 0, 2, Sector.PAYLOAD_BYTES);
        assertMisplaced(2, 1, 1, 3, Sector.PAYLOAD_BYTES);
    }

    @Test
    void aBatchBehindATornOneIsALostForce() {
        take(0, 0, 0, 1, 0);
        takeOld(1);
        assertMisplaced(2, 2, 0, 1, 0);
    }
}
