package dev.assent.lab.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folders on a real disk. */
final class Workbench {
    /** Where the folders are made: {@code -Dassent.lab.folder}, else the working folder. */
    static final String FOLDER_PROPERTY = "assent.lab.folder";

    private Workbench() {}

    /** A new folder; not in the system's folder for temporary files, which may be in memory. */
    static Path temporaryFolder() throws IOException {
        Path parent = Path.of(System.getProperty(FOLDER_PROPERTY, "."));
        return Files.createTempDirectory(parent, "assent-lab-");
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
