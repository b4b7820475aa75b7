package dev.assent.core.adapter;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret of a process, with which the process recognizes its own data (law 22: a certificate is not a right). It
 * signs by HMAC-SHA256 (RFC 2104). The signature of the same data is always the same, so the process need not store it.
 *
 * <p>Thread safety: safe to share.
 */
public final class SigningSecret {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final SecretKeySpec key;

    private SigningSecret(byte[] bytes) {
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** A secret for this life of the process. */
    public static SigningSecret ofThisLife() {
        return new SigningSecret(chance(BYTES));
    }

    /**
     * The secret in a file, so that signatures in the logs of others stay valid after a restart. Makes the file if it
     * is missing, readable by its owner only.
     *
     * @throws IOException if it can't be read or made, or is something else
     */
    public static SigningSecret ofFile(Path file) throws IOException {
        if (!Files.exists(file)) {
            make(file);
        }
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length != BYTES) {
            throw new IOException("it has " + bytes.length + " bytes; a key has " + BYTES);
        }
        return new SigningSecret(bytes);
    }

    /**
     * Makes the file in one step: if the process dies, the file is complete and durable, or missing. The first process
     * to make it wins.
     */
    private static void make(Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Path fresh =
                Files.createTempFile(folder, file.getFileName() + ".", ".new", Posix.ownerOnly(folder, "rw-------"));
        try {
            Files.write(fresh, chance(BYTES), StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException made) {
            // another process has made it meanwhile
        } finally {
            Files.deleteIfExists(fresh);
        }
        FolderStorage.forceFolder(folder);
    }

    /** Random bytes that nobody can guess. */
    public static byte[] chance(int count) {
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** The signature of some data, 32 bytes. */
    public byte[] sign(byte[] something) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(something);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }
}
