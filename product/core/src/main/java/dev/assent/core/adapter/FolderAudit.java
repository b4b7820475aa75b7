package dev.assent.core.adapter;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.log.StorageAdvice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file {@code audit.log} in the folder of a log: one line for each request of an operator and one for its result,
 * appended and forced, readable by its owner only. Nobody ever shortens it.
 *
 * <p>Thread safety: any thread may call all methods; only the process that holds the folder writes.
 */
public final class FolderAudit implements AuditTrail {
    /** The name of the file. */
    public static final String FILE = "audit.log";

    private final Path folder;

    /** The audit in this folder; the file is made with its first line. */
    public FolderAudit(Path folder) {
        this.folder = folder;
    }

    @Override
    public synchronized void add(String line) {
        Path path = folder.resolve(FILE);
        boolean isNew = !Files.exists(path);
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        try (FolderFile file = FolderFile.openOrMake(path)) {
            file.write(file.size(), bytes);
            file.force();
            if (isNew) {
                FolderStorage.forceFolder(folder);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new LogUnavailableException(MESSAGES.auditNotWritten(path, e, StorageAdvice.of(e)), e);
        }
    }
}
