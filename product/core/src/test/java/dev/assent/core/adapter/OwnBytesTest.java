package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A force of a file that others have written to in place: see {@link OwnBytes}. */
@Fast
class OwnBytesTest {
    private static final int SECTOR = 512;

    @TempDir
    Path folder;

    private Path path;
    private FolderFile file;

    @BeforeEach
    void make() throws IOException {
        path = folder.resolve("segment");
        file = FolderFile.make(path);
        file.fill(8 * SECTOR);
        write(0, 1, 2 * SECTOR); // as the header
        file.force();
    }

    @AfterEach
    void close() {
        file.close();
    }

    private void write(long offset, int each, int length) throws IOException {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) each);
        file.write(offset, ByteBuffer.wrap(bytes));
    }

    /** Another process writes one byte. */
    private void others(long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {99}), offset);
        }
    }

    private void assertRefused() {
        assertThatThrownBy(file::force)
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("it was overwritten while it was in use");
    }

    @Test
    void whatItHasWrittenItselfIsForced() throws IOException {
        for (int i = 2; i < 6; i++) {
            write(i * SECTOR, i, SECTOR);
            file.force();
        }
        write(3 * SECTOR, 7, SECTOR); // once more
        file.force();
        assertThat(file.isOpen()).isTrue();
    }

    @Test
    void itsFirstBytesWereOverwritten() throws IOException {
        write(4 * SECTOR, 2, SECTOR);
        others(0);
        assertRefused();
    }

    @Test
    void itsFirstBytesWereOverwrittenAfterManyForces() throws IOException {
        for (int i = 3; i < 6; i++) {
            write(i * SECTOR, i, SECTOR);
            file.force();
        }
        others(SECTOR - 1);
        assertRefused();
    }

    @Test
    void theBytesOfItsLastForceWereOverwritten() throws IOException {
        write(3 * SECTOR, 2, SECTOR);
        file.force();
        write(4 * SECTOR, 3, SECTOR);
        others(4 * SECTOR - 1);
        assertRefused();
    }

    @Test
    void theBytesBeforeItsLastForceAreNotLookedAt() throws IOException {
        write(3 * SECTOR, 2, SECTOR);
        file.force();
        write(4 * SECTOR, 3, SECTOR);
        file.force();
        others(3 * SECTOR);
        file.force();
        assertThat(file.isOpen()).isTrue();
    }

    @Test
    void itsLastBytesWereOverwrittenBeforeTheirForce() throws IOException {
        write(4 * SECTOR, 2, 2 * SECTOR);
        others(6 * SECTOR - 1);
        assertRefused();
    }

    @Test
    void itWasMadeLonger() throws IOException {
        others(8 * SECTOR);
        assertRefused();
    }

    @Test
    void theSectorAfterTheForcedOneMayBeWrittenByItself() throws IOException {
        write(3 * SECTOR, 2, SECTOR);
        file.force();
        write(4 * SECTOR, 3, SECTOR);
        write(2 * SECTOR, 4, SECTOR);
        others(3 * SECTOR + 7); // still known: its neighbours' writes don't touch it
        assertRefused();
    }

    @Test
    void close_isSeen() {
        file.close();
        assertThat(file.isOpen()).isFalse();
    }
}
