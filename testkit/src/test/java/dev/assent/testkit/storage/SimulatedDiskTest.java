package dev.assent.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.log.LogFolderHeldException;
import dev.assent.core.log.Storage.StoredFile;
import dev.assent.harness.Fast;
import dev.assent.testkit.SimulatedCrash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Fast
class SimulatedDiskTest {
    private static final int SECTOR = 512;

    private static ByteBuffer filled(int sectors, int value) {
        byte[] bytes = new byte[sectors * SECTOR];
        Arrays.fill(bytes, (byte) value);
        return ByteBuffer.wrap(bytes);
    }

    private static SimulatedStorage withFile(SimulatedDisk disk, long seed) throws IOException {
        SimulatedStorage storage = disk.mount(new SplittableRandom(seed));
        storage.create("file", 4 * SECTOR);
        storage.forceNames();
        return storage;
    }

    /** Which sectors of the file have the value 1, as a text of digits. */
    private static String sectors(SimulatedDisk disk) {
        byte[] content = disk.content("file");
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < content.length; at += SECTOR) {
            assertThat(Arrays.copyOfRange(content, at, at + SECTOR)).containsOnly(content[at]);
            text.append(content[at]);
        }
        return text.toString();
    }

    @Test
    void whatWasForcedSurvivesALossOfPowerAndOfTheRestAnySubsetOfSectorsDoes() throws IOException {
        Set<String> outcomes = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            SimulatedDisk disk = new SimulatedDisk();
            SimulatedStorage storage = withFile(disk, seed);
            StoredFile file = storage.open("file");
            file.write(0, filled(1, 1));
            file.force();
            file.write(SECTOR, filled(3, 1));
            storage.crash();
            outcomes.add(sectors(disk));
        }
        assertThat(outcomes).containsExactlyInAnyOrder("1000", "1100", "1010", "1001", "1110", "1101", "1011", "1111");
    }

    @Test
    void whatWasNotForcedSurvivesAKilledProcess() throws IOException {
        SimulatedDisk disk = new SimulatedDisk();
        SimulatedStorage storage = withFile(disk, 1);
        storage.open("file").write(SECTOR, filled(2, 1));
        storage.kill();
        assertThat(sectors(disk)).isEqualTo("0110");
        SimulatedStorage next = disk.mount(new SplittableRandom(2));
        next.open("file").force();
        next.crash();
        assertThat(sectors(disk)).isEqualTo("0110");
    }

    @Test
    void aForceAfterOneThatFailedMayLeaveItsDataOutOfTheDisk() throws IOException {
        Set<String> outcomes = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            SimulatedDisk disk = new SimulatedDisk();
            SimulatedStorage storage = withFile(disk, seed);
            StoredFile file = storage.open("file");
            file.write(0, filled(1, 1));
            storage.failAtCall(storage.calls() + 1);
            assertThatThrownBy(file::force).isInstanceOf(IOException.class);
            file.force();
            assertThat(sectors(disk)).isEqualTo("1000");
            storage.crash();
            outcomes.add(sectors(disk));
        }
        assertThat(outcomes).containsExactlyInAnyOrder("0000", "1000");
    }

    @Test
    void namesThatWereNotForcedAreThereOrNotAfterALossOfPower() throws IOException {
        Set<List<String>> outcomes = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            SimulatedDisk disk = new SimulatedDisk();
            SimulatedStorage storage = withFile(disk, seed);
            storage.rename("file", "renamed");
            storage.create("other", SECTOR);
            storage.crash();
            outcomes.add(disk.names());
        }
        assertThat(outcomes)
                .containsExactlyInAnyOrder(
                        List.of("file"), List.of("renamed"), List.of("file", "other"), List.of("other", "renamed"));
    }

    @Test
    void aDeadProcessDiesAgainInEveryCall() throws IOException {
        SimulatedDisk disk = new SimulatedDisk();
        SimulatedStorage storage = withFile(disk, 1);
        StoredFile file = storage.open("file");
        storage.crashAtCall(storage.calls() + 1);
        assertThatThrownBy(file::force).isInstanceOf(SimulatedCrash.class);
        assertThatThrownBy(file::force).isInstanceOf(SimulatedCrash.class);
        assertThatThrownBy(storage::list).isInstanceOf(SimulatedCrash.class);
        disk.mount(new SplittableRandom(1)).close();
    }

    @Test
    void oneProcessHasTheDisk() throws IOException {
        SimulatedDisk disk = new SimulatedDisk();
        SimulatedStorage storage = withFile(disk, 1);
        assertThatThrownBy(() -> disk.mount(new SplittableRandom(1))).isInstanceOf(LogFolderHeldException.class);
        storage.close();
        disk.mount(new SplittableRandom(1)).close();
    }

    @Test
    void aSnapshotGoesItsOwnWay() throws IOException {
        SimulatedDisk disk = new SimulatedDisk();
        SimulatedStorage storage = withFile(disk, 1);
        SimulatedDisk snapshot = disk.snapshot();
        storage.open("file").write(0, filled(4, 1));
        assertThat(sectors(disk)).isEqualTo("1111");
        assertThat(sectors(snapshot)).isEqualTo("0000");
    }
}
