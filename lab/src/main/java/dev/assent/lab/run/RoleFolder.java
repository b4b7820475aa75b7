package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.LinuxProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The folder of logs and databases of a run, beside its results, so that they are on a disk of the user's choice and not in
 * memory. Deleted when it is closed.
 *
 * <p>A run that was killed leaves its own. Results are of one run at a time ({@link dev.assent.lab.result.Store}), so
 * the folders that the next run finds there are of dead runs. But some processes may not have ended yet: a folder that
 * such a process works in, or has a file of open, stays. The others are deleted, at the beginning and once more at the
 * end.
 *
 * <p>Thread safety: one thread.
 */
final class RoleFolder implements AutoCloseable {
    private static final String NAME = "roles-of-run-";

    private final Path results;
    private final Path path;

    private RoleFolder(Path results, Path path) {
        this.results = results;
        this.path = path;
    }

    /** A new one, of a run whose results are open. */
    static RoleFolder make(Path results, int run) throws IOException {
        // as the system names the folders that processes work in
        Path real = results.toRealPath();
        clear(real);
        return new RoleFolder(real, Files.createDirectory(real.resolve(NAME + run)));
    }

    Path path() {
        return path;
    }

    private static void clear(Path results) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(results, NAME + "*")) {
            for (Path each : left) {
                if (isInUse(each)) {
                    System.err.println(MESSAGES.folderInUse(each, "a process of that run has not ended yet"));
                } else {
                    delete(each);
                }
            }
        }
    }

    /** Whether a process works in it, or has a file of it open. */
    private static boolean isInUse(Path folder) throws IOException {
        return LinuxProcess.all().stream().anyMatch(each -> each.worksIn(folder) || each.hasOpenIn(folder));
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException refused) {
            System.err.println(MESSAGES.folderInUse(folder, refused.getMessage()));
        }
    }

    /** All processes of the run must have ended. */
    @Override
    public void close() throws IOException {
        delete(path);
        clear(results);
    }
}
