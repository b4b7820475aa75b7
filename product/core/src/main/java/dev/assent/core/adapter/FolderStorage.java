package dev.assent.core.adapter;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.core.log.Storage;
import dev.assent.core.log.StorageAdvice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A folder on a local file system that holds a log. The folder is made if only its parent exists, and then only its
 * owner may use it, as all files in it. Files that root makes get the owner of their folder.
 *
 * <p>One process uses the folder at a time, by a {@linkplain FolderLock lock} of the folder and one of each file of the
 * log. The latter still work if somebody has deleted the folder's lock file. {@link #close} releases them, or the
 * system when the process ends.
 *
 * <p>Thread safety: as {@link Storage} says.
 */
public final class FolderStorage implements Storage {
    private static final Path MACHINE_ID = Path.of("/etc/machine-id");

    private final Path folder;
    private final FolderLock lock;

    /** The open files. An operator's thread may read a log while another thread closes the storage. */
    private final List<FolderFile> files = new CopyOnWriteArrayList<>();

    private FolderStorage(Path folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Opens a folder, and makes it if necessary.
     *
     * @throws LogUnavailableException if it is not a folder, cannot be made or written, or another process or
     *     another part of this one uses it
     */
    public static FolderStorage open(Path folder) {
        make(folder);
        return take(folder);
    }

    /**
     * Opens an existing folder; as {@link #open}, but never makes one.
     *
     * @throws LogUnavailableException as {@link #open}, and if the folder does not exist
     */
    public static FolderStorage openExisting(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new LogUnavailableException(MESSAGES.logFolderAbsent(folder.toAbsolutePath()), null);
        }
        return take(folder);
    }

    /** Whether the folder exists, or something else in its place. */
    public static boolean isThere(Path folder) {
        return Files.exists(folder);
    }

    private static FolderStorage take(Path folder) {
        try {
            Path real = folder.toRealPath();
            return new FolderStorage(real, FolderLock.take(real));
        } catch (IOException e) {
            throw denied(folder.toAbsolutePath(), e);
        }
    }

    private static void make(Path folder) {
        Path absolute = folder.toAbsolutePath();
        if (Files.isDirectory(folder)) {
            return;
        }
        if (Files.exists(folder)) {
            throw missing(absolute, "it is not a folder");
        }
        Path parent = absolute.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw missing(absolute, "its parent " + parent + " is not a folder");
        }
        try {
            Files.createDirectory(absolute, Posix.ownerOnly(absolute, "rwx------"));
            Ownership.ofFolder(absolute);
            forceFolder(parent);
        } catch (FileAlreadyExistsException e) {
            // Another process has just made it: its lock decides.
        } catch (IOException e) {
            throw denied(absolute, e);
        }
    }

    private static LogUnavailableException denied(Path folder, IOException failed) {
        return new LogUnavailableException(MESSAGES.logFolderDenied(folder, failed, StorageAdvice.of(failed)), failed);
    }

    private static LogUnavailableException missing(Path folder, String reason) {
        return new LogUnavailableException(MESSAGES.logFolderMissing(folder, reason), null);
    }

    @Override
    public String place() {
        return folder.toString();
    }

    /** The machine's id, if there is one, with the folder's device and inode, or else its path. */
    @Override
    public String fingerprint() {
        return "machine " + machine() + ", " + inode();
    }

    private static String machine() {
        try {
            return Files.readString(MACHINE_ID).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    private String inode() {
        try {
            Object device = Files.getAttribute(folder, "unix:dev");
            return "device " + device + ", inode " + Files.getAttribute(folder, "unix:ino");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException notUnix) {
            return "path " + folder;
        }
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Override
    public StoredFile create(String name, long size) throws IOException {
        Path path = folder.resolve(name);
        Files.deleteIfExists(path);
        FolderFile file = take(FolderFile.make(path));
        file.fill(size);
        return file;
    }

    @Override
    public StoredFile open(String name) throws IOException {
        return take(FolderFile.open(folder.resolve(name)));
    }

    private FolderFile take(FolderFile file) throws IOException {
        files.removeIf(each -> !each.isOpen());
        files.add(file);
        lock.take(file);
        return file;
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(
                folder.resolve(from),
                folder.resolve(to),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        files.stream()
                .filter(each -> each.path().equals(folder.resolve(from)))
                .forEach(each -> each.renamed(folder.resolve(to)));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(folder.resolve(name));
    }

    @Override
    public void forceNames() throws IOException {
        if (Posix.isAt(folder)) {
            forceFolder(folder);
        } else { // Windows forces no folder; but NTFS writes its journal, which has the names, when it forces a file
            for (FolderFile each : files) {
                each.forceName();
            }
        }
    }

    /** Makes the names in a folder durable. On Windows, forcing a file in the folder does that. */
    static void forceFolder(Path folder) throws IOException {
        if (!Posix.isAt(folder)) {
            return;
        }
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.READ);
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(folder, options, new CallingThread())) {
            channel.force(true);
        }
    }

    /** If a file can't be closed, the others and the lock are; the first exception is thrown at the end. */
    @Override
    public void close() {
        UncheckedIOException first = null;
        for (FolderFile each : files) {
            try {
                each.close();
            } catch (UncheckedIOException failed) {
                first = first == null ? failed : first;
            }
        }
        lock.close();
        if (first != null) {
            throw first;
        }
    }
}
