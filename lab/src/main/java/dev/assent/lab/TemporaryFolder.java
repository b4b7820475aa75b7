package dev.assent.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is there until this is closed. Thread safety: one thread closes it. */
public record TemporaryFolder(Path path) implements AutoCloseable {
    private static final String NAME = "assent-lab-";

    /** A new one, where the system has such files. */
    public static TemporaryFolder make() throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(NAME));
    }

    /** A new one inside of another. */
    public static TemporaryFolder in(Path parent) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(parent, NAME));
    }

    /** Deletes it, with all that is in it. */
    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(path)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
