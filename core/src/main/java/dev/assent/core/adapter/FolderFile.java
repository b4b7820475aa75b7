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
 * <p>It uses an asynchronous channel whose executor is the calling thread, so that every call is done when it returns. On
 * Windows a thread of the JDK does it, and the caller waits. An ordinary file channel would be closed for everybody when the
 * thread that uses it is interrupted, and would tell the interrupt in place of a failed force: an application that interrupts a
 * committing thread must not stop the log, still less hide that.
 *
 * <p>A force is an fdatasync. It fails when the file is not under its name any more: somebody has deleted, replaced or
 * renamed it, and what is written may be lost with the process (law 8: no believing a force that failed). Nor does a write or
 * a force succeed when the file was {@linkplain OwnBytes overwritten in place}, as {@code cp} and {@code rsync --inplace} do.
 * A write that is not longer than 64 KiB is one pwrite.
 *
 * <p>Thread safety: none, as {@link StoredFile} allows.
 */
final class FolderFile implements StoredFile {
    private static final int STAGING_BYTES = 64 * 1024;

    /** Where the one byte is that {@link #tryLockBeyondEnd} locks. */
    private static final long BEYOND_END = 1L << 30;

    private final AsynchronousFileChannel channel;

    /** Tells the file from another of the same name; null where the file system has nothing that does. */
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

    /** As {@link #open}, and makes it when it is not there. */
    static FolderFile openOrMake(Path path) throws IOException {
        try {
            return make(path);
        } catch (FileAlreadyExistsException there) {
            return open(path);
        }
    }

    /** Makes a file that is not there: readable by its owner only, who is the folder's when root makes it. */
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

    /** It was renamed. */
    void renamed(Path to) {
        path = to;
    }

    /** Writes zeros and forces them, size and all. */
    void fill(long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(STAGING_BYTES);
        for (long offset = 0; offset < size; offset += STAGING_BYTES) {
            write(offset, zeros.clear().limit((int) Math.min(STAGING_BYTES, size - offset)));
        }
        channel.force(true);
    }

    /** Tries to get the lock of the whole file for this process; given back when the file is closed. */
    boolean tryLock() throws IOException {
        return channel.tryLock() != null;
    }

    /**
     * As {@link #tryLock}, by a lock of one byte beyond the end: on Windows nobody else can read what is locked, and whoever
     * does not get the lock is told what the file says. This lock and one of the whole file exclude each other.
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

    /** Forces all that the file system knows of it, its name too; nothing when it is closed. */
    void forceName() throws IOException {
        if (channel.isOpen()) {
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
     * What a call has brought. On Windows it may still be under way when it returns: an interrupt does not end the waiting, and
     * is told afterwards.
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
