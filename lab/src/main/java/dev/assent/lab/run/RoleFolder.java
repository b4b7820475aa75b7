package dev.assent.lab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The folder of logs and databases of a run, beside its results, so that they are on a disk of the user's choice and not in
 * memory. Deleted when it is closed; that of a run that was killed goes with the next one.
 *
 * <p>Thread safety: one thread.
 */
final class RoleFolder implements AutoCloseable {
    private static final String NAME = "roles-of-run-";

    private final Path path;

    private RoleFolder(Path path) {
        this.path = path;
    }

    /** A new one. */
    static RoleFolder make(Path results, int run) throws IOException {
        // as the system names the folders that processes work in
        Path real = results.toRealPath();
        try (DirectoryStream<Path> left = Files.newDirectoryStream(real, NAME + "*")) {
            for (Path each : left) {
                new RoleFolder(each).close();
            }
        }
        return new RoleFolder(Files.createDirectory(real.resolve(NAME + run)));
    }

    Path path() {
        return path;
    }

    /** What can't be deleted, since a process of a killed run is not gone yet, is left for the next run. */
    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException inUse) {
            System.err.println(
                    "lab: " + path + " is still in use, and is deleted by the next run: " + inUse.getMessage());
        }
    }
}
