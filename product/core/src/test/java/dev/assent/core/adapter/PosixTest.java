package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A zip archive is a file system without owners, as one of Windows is for a JDK. */
@Fast
class PosixTest {
    @TempDir
    private Path folder;

    @Test
    void ownerOnly_fileSystemHasPermissions_isOnTheNewFile() throws IOException {
        Path file = folder.resolve("made");

        Files.createFile(file, Posix.ownerOnly(file, "rw-------"));

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void ownerOnly_fileSystemHasNone_isNothing() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("files.zip"), Map.of("create", "true"))) {
            Path file = zip.getPath("/made");

            Files.createFile(file, Posix.ownerOnly(file, "rw-------"));

            assertThat(Files.exists(file)).isTrue();
        }
    }

    @Test
    void forceFolder_fileSystemHasNoSuchFolders_doesNothing() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("files.zip"), Map.of("create", "true"))) {
            FolderStorage.forceFolder(zip.getPath("/"));
        }
    }
}
