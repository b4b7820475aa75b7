package dev.assent.lab.commit;

import dev.assent.lab.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;

/** Temporary folders on a real disk. */
final class Workbench {
    /** Where the folders are made: {@code -Dassent.lab.folder}, else the working folder. */
    static final String FOLDER_PROPERTY = "assent.lab.folder";

    private Workbench() {}

    /** A new folder; not in the system's folder for temporary files, which may be in memory. */
    static TemporaryFolder temporaryFolder() throws IOException {
        return TemporaryFolder.in(Path.of(System.getProperty(FOLDER_PROPERTY, ".")));
    }
}
