package dev.assent.server.demo;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The temporary folder that holds everything the demo writes.
 *
 * <p>Thread safety: immutable; one thread deletes it.
 *
 * @param path the folder
 */
record DemoFolder(Path path) {
    private static final int DELETE_TRIES_MAX = 10;
    private static final long DELETE_AGAIN_NANOS = 50_000_000;

    /**
     * Makes the folder, readable by its owner only.
     *
     * @throws IOException when it can't be made; the message is for people
     */
    static DemoFolder create() throws IOException {
        try {
            return new DemoFolder(Files.createTempDirectory("assent-demo-"));
        } catch (IOException failure) {
            throw new IOException(MESSAGES.demoFolderNotMade(failure), failure);
        }
    }

    /** A file or folder in it. */
    Path of(String name) {
        return path.resolve(name);
    }

    /** What kind of file system it is on, for people. */
    String fileSystem() {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException untold) {
            return "on an unknown file system";
        }
    }

    /** Whether a forced write ends in memory, so that it costs nothing and saves nothing. */
    boolean isInMemory() {
        String type = fileSystem();
        return type.equals("tmpfs") || type.equals("ramfs");
    }

    /** Deletes it with all that is in it, also while someone still writes there, or has a file open on Windows, for a moment. */
    void delete() throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                deleteTree();
                return;
            } catch (IOException stillWritten) {
                if (attempt == DELETE_TRIES_MAX) {
                    throw stillWritten;
                }
                LockSupport.parkNanos(DELETE_AGAIN_NANOS);
            }
        }
    }

    private void deleteTree() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
