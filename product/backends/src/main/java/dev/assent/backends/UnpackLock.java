package dev.assent.backends;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Held by the one that unpacks into a folder that processes share; the others wait, however long it takes.
 *
 * <p>Thread safety: taken and closed by one thread.
 */
final class UnpackLock implements AutoCloseable {
    /** A process that locks a file twice gets an exception. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private final FileChannel file;

    private UnpackLock(FileChannel file) {
        this.file = file;
    }

    /**
     * Waits for the lock of a folder, which is made if it is missing.
     *
     * @throws IOException when the folder can't be written, or the thread is interrupted
     */
    static UnpackLock of(Path folder) throws IOException {
        Files.createDirectories(folder);
        HERE.lock();
        boolean isHeld = false;
        try {
            FileChannel file =
                    FileChannel.open(folder.resolve("unpacking"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                file.lock();
                isHeld = true;
                return new UnpackLock(file);
            } finally {
                if (!isHeld) {
                    file.close();
                }
            }
        } finally {
            if (!isHeld) {
                HERE.unlock();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            HERE.unlock();
        }
    }
}
