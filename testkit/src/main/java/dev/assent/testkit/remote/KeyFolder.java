package dev.assent.testkit.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files with the secrets of nodes, one for each name, which a node finds again after a restart. Removed when closed.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class KeyFolder implements AutoCloseable {
    private final Path folder;
    private final Set<Path> files = ConcurrentHashMap.newKeySet();

    /** An empty one of the system's. */
    public KeyFolder() {
        try {
            folder = Files.createTempDirectory("assent-keys");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** That of a name, which its node makes. */
    public Path file(String name) {
        Path file = folder.resolve(name);
        files.add(file);
        return file;
    }

    @Override
    public void close() {
        try {
            for (Path each : files) {
                Files.deleteIfExists(each);
            }
            Files.delete(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
