package dev.assent.core.adapter;

import dev.assent.core.log.Storage.StoredFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A file in the folder of a log.
 *
 * <p>It uses an asynchronous channel whose executor is the calling thread, so that every call is done when it returns.
 * On Windows a thread of the JDK does it, and the caller waits. An interrupt closes an ordinary file channel for all
 * threads, and hides a failed force behind the interrupt: an application that interrupts a committing thread must not
 * stop the log, still less hide that.
 *
 * <p>A force is an fdatasync. It fails if the file is no longer under its name: somebody has deleted, replaced or
 * renamed it, and the written data may be lost with the process (law 8: a failed force is an unknown outcome). A write
 * or a force also fails if the file was {@linkplain OwnBytes overwritten in place}, as {@code cp} and {@code rsync
 * --inplace} do. A write of at most 64 KiB is one pwrite.
 *
 * <p>Thread safety: none, as {@link StoredFile} allows.
 */
final class FolderFile implements StoredFile {
    private static final int STAGING_BYTES = 64 * 1024;

    /** The position of the byte that {@link #tryLockBeyondEnd} locks. */
    private static final long BEYOND_END = 1L << 30;

    private final AsynchronousFileChannel channel;

    /** Distinguishes the file from another of the same name; null if the file system has nothing for that. */
    private final @Nullable Object key;

    private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING_BYTES);
    private final OwnBytes own;

    private Path path;

    private FolderFile(Path path, AsynchronousFileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.key = key(path);
        this.own = new OwnBytes(this);
    }

    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Opens a file to read and write it. */
    static FolderFile open(Path path) throws IOException {
        return openWith(path);
    }

    /** As {@link #open}, but makes the file if it is missing. */
    static FolderFile openOrMake(Path path) throws IOException {
        try {
            return make(path);
        } catch (FileAlreadyExistsException there) {
            return open(path);
        }
    }

    /**
     * Makes a file that does not exist yet, readable by its owner only. If root makes it, the owner is the folder's
     * owner.
     */
    static FolderFile make(Path path) throws IOException {
        FolderFile made = openWith(path, StandardOpenOption.CREATE_NEW);
        try {
            Ownership.ofFolder(path);
            return made;
        } catch (IOException | RuntimeException failed) {
            made.close();
            throw failed;
        }
    }

    private static FolderFile openWith(Path path, OpenOption... more) throws IOException {
        Set<OpenOption> options = new HashSet<>(Set.of(more));
        options.add(StandardOpenOption.READ);
        options.add(StandardOpenOption.WRITE);
        AsynchronousFileChannel channel =
                AsynchronousFileChannel.open(path, options, new CallingThread(), Posix.ownerOnly(path, "rw-------"));
        try {
            return new FolderFile(path, channel);
        } catch (IOException gone) {
            channel.close();
            throw gone;
        }
    }

    /** Its path. */
    Path path() {
        return path;
    }

    /** Whether it is not closed. */
    boolean isOpen() {
        return channel.isOpen();
    }

    /** The file was renamed. */
    void renamed(Path to) {
        path = to;
    }

    /** Writes zeros and forces them, with the size. */
    void fill(long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(STAGING_BYTES);
        for (long offset = 0; offset < size; offset += STAGING_BYTES) {
            write(offset, zeros.clear().limit((int) Math.min(STAGING_BYTES, size - offset)));
        }
        channel.force(true);
    }

    /** Tries to take the lock of the whole file for this process; closing the file releases it. */
    boolean tryLock() throws IOException {
        return channel.tryLock() != null;
    }

    /**
     * As {@link #tryLock}, with a lock of one byte beyond the end. On Windows nobody else can read locked bytes, and a
     * process that does not get the lock must read the file for its message. This lock and one of the whole file
     * exclude each other.
     */
    boolean tryLockBeyondEnd() throws IOException {
        return channel.tryLock(BEYOND_END, 1, false) != null;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) throws IOException {
        long at = offset;
        while (into.hasRemaining()) {
            staging.clear().limit(Math.min(STAGING_BYTES, into.remaining()));
            int count = done(channel.read(staging, at));
            if (count < 0) {
                throw new EOFException("the file ends at byte " + at + "; " + into.remaining() + " more are needed");
            }
            into.put(staging.flip());
            at += count;
        }
    }

    @Override
    public void write(long offset, ByteBuffer from) throws IOException {
        requireOwn();
        long at = offset;
        int end = from.limit();
        own.written(offset, from);
        while (from.position() < end) {
            staging.clear();
            from.limit(Math.min(end, from.position() + STAGING_BYTES));
            staging.put(from).flip();
            while (staging.hasRemaining()) {
                at += done(channel.write(staging, at));
            }
        }
    }

    @Override
    public void force() throws IOException {
        channel.force(false);
        if (!isUnderItsName()) {
            throw new NoSuchFileException(path.toString(), null, "it was deleted or replaced while it was in use");
        }
        requireOwn();
        own.forced();
    }

    /** Forces all metadata of the file, its name too; nothing if it is closed. */
    void forceName() throws IOException {
        if (isOpen()) {
            channel.force(true);
        }
    }

    private void requireOwn() throws IOException {
        if (!own.areThere()) {
            throw new FileSystemException(path.toString(), null, "it was overwritten while it was in use");
        }
    }

    private boolean isUnderItsName() throws IOException {
        try {
            return Objects.equals(key, key(path));
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The result of a call. On Windows the call may still be under way when it returns. An interrupt does not end the
     * wait; the thread is interrupted again afterwards.
     */
    private static int done(Future<Integer> future) throws IOException {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException again) {
                    isInterrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
