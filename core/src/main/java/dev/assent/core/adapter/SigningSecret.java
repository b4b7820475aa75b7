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
 * A secret of a process, by which it knows again what it has made (law 22): it signs by HMAC-SHA256 (RFC 2104), the same for
 * the same thing, so that nothing has to be remembered.
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

    /** One that is good for this life of the process. */
    public static SigningSecret ofThisLife() {
        return new SigningSecret(chance(BYTES));
    }

    /**
     * The one in a file, which is made if it is not there, readable by its owner only: what is in the logs of others is good
     * after a restart.
     *
     * @throws IOException when it can't be read or made, or is something else
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

    /** It is there whole, and for good, or not at all, whenever the process dies; who is first to make it has made it. */
    private static void make(Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Path fresh =
                Files.createTempFile(folder, file.getFileName() + ".", ".new", Posix.ownerOnly(folder, "rw-------"));
        try {
            Files.write(fresh, chance(BYTES), StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException made) {
            // by another process that has started meanwhile
        } finally {
            Files.deleteIfExists(fresh);
        }
        FolderStorage.forceFolder(folder);
    }

    /** So many bytes that nobody can guess, and that are made of nothing. */
    public static byte[] chance(int count) {
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** The signature under something, 32 bytes. */
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
