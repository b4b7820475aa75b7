package dev.assent.lab.role;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What processes of this system work with, as Linux tells it in /proc. */
public final class OpenFiles {
    private static final Path PROCESSES = Path.of("/proc");

    private OpenFiles() {}

    /**
     * Whether a process works in a folder, or has a file of it open; of processes of other users that is not known, and they
     * don't. Nothing is known on a system without /proc.
     *
     * @param folder its real path
     */
    public static boolean areIn(Path folder) throws IOException {
        if (!Files.isDirectory(PROCESSES)) {
            return false;
        }
        try (DirectoryStream<Path> all = processes()) {
            for (Path process : all) {
                if (worksIn(process, folder) || hasOpen(process, folder)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** All processes of the system that this one sees, as their folders in /proc. */
    static DirectoryStream<Path> processes() throws IOException {
        return Files.newDirectoryStream(PROCESSES, "[0-9]*");
    }

    /** Whether a process works in a folder; it doesn't when it is another user's, or gone. */
    static boolean worksIn(Path process, Path folder) {
        return leadsInto(process.resolve("cwd"), folder);
    }

    private static boolean hasOpen(Path process, Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path each : files) {
                if (leadsInto(each, folder)) {
                    return true;
                }
            }
            return false;
        } catch (IOException notOurs) {
            return false;
        }
    }

    private static boolean leadsInto(Path link, Path folder) {
        try {
            return Files.readSymbolicLink(link).startsWith(folder);
        } catch (IOException notOurs) {
            return false;
        }
    }
}
