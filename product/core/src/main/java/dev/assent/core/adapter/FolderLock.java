package dev.assent.core.adapter;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogFolderHeldException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes one process the only user of a folder (law 3: one folder, one process), by a lock on its file {@code lock},
 * which has that process's id.
 *
 * <p>The system gives such a lock to a process, and takes it away when that process closes any channel of the file. So
 * a table, static like the lock itself, has the one channel that this process opens for a folder. If another copy of
 * this class (loaded by another class loader) turns out to have the lock, the channel stays open for the next try.
 *
 * <p>Thread safety: any thread may call all methods.
 */
final class FolderLock implements AutoCloseable {
    static final String FILE = "lock";

    private static final Map<Path, FolderLock> OPEN = new HashMap<>();

    private final Path folder;
    private final FolderFile file;
    private boolean isHeld;

    private FolderLock(Path folder, FolderFile file) {
        this.folder = folder;
        this.file = file;
    }

    /**
     * Takes the lock of a folder.
     *
     * @param folder as {@link Path#toRealPath} returns it
     * @throws LogFolderHeldException if another process has the lock, with its process id
     */
    static FolderLock take(Path folder) throws IOException {
        synchronized (OPEN) {
            FolderLock lock = OPEN.get(folder);
            if (lock == null) {
                lock = new FolderLock(folder, FolderFile.openOrMake(folder.resolve(FILE)));
                OPEN.put(folder, lock);
            }
            lock.take();
            return lock;
        }
    }

    private void take() throws IOException {
        long self = ProcessHandle.current().pid();
        if (isHeld) {
            throw held(Long.toString(self));
        }
        boolean isTaken;
        try {
            isTaken = file.tryLockBeyondEnd();
        } catch (OverlappingFileLockException e) {
            throw held(Long.toString(self));
        }
        if (!isTaken) {
            String holder = holder();
            forget();
            throw held(holder);
        }
        try {
            file.write(0, ByteBuffer.wrap((self + "\n").getBytes(StandardCharsets.US_ASCII)));
            isHeld = true;
        } finally {
            if (!isHeld) {
                forget();
            }
        }
    }

    /**
     * Also takes the lock of a file in the folder: somebody may have deleted the folder's lock file while a process
     * held the folder.
     *
     * @throws LogFolderHeldException if another process has it
     */
    void take(FolderFile inFolder) throws IOException {
        boolean isTaken;
        try {
            isTaken = inFolder.tryLock();
        } catch (OverlappingFileLockException e) {
            throw held(Long.toString(ProcessHandle.current().pid()));
        }
        if (!isTaken) {
            throw held("unknown, whose file '" + FILE + "' was deleted");
        }
    }

    private String holder() throws IOException {
        String text = Files.readString(folder.resolve(FILE), StandardCharsets.ISO_8859_1);
        return text.lines().findFirst().orElse("unknown");
    }

    private LogFolderHeldException held(String holder) {
        boolean isSelf = holder.equals(Long.toString(ProcessHandle.current().pid()));
        String advice = isSelf ? "that is this process itself: close the node that has it" : "stop that process";
        return new LogFolderHeldException(MESSAGES.logFolderHeld(folder, holder, advice), holder);
    }

    private void forget() {
        OPEN.remove(folder);
        file.close();
    }

    /** Releases the lock. Idempotent. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (isHeld) {
                isHeld = false;
                forget();
            }
        }
    }
}
