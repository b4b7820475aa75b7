package dev.assent.transport.soap.reference;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the keys of references (law 22) by HMAC-SHA256, 128 bits of it, under a secret: the same for the same thing, so that
 * what comes twice is one, and nothing has to be remembered. The secret is in a file, so that references in the logs of
 * others are good after a restart.
 *
 * <p>Thread safety: safe to share.
 */
public final class Keys {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;
    private static final int KEY_BYTES = 16;

    private final SecretKeySpec secret;

    private Keys(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Those that are good for this life of the process. */
    public static Keys ofThisLife() {
        return new Keys(chance());
    }

    /**
     * Those of a file, which is made if it is not there, readable by its owner only.
     *
     * @throws IOException when it can't be read or made, or is something else
     */
    public static Keys ofFile(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) { // an empty one was left behind by a start that died
            make(file);
        }
        byte[] secret = Files.readAllBytes(file);
        if (secret.length != SECRET_BYTES) {
            throw new IOException("it has " + secret.length + " bytes; a key has " + SECRET_BYTES);
        }
        return new Keys(secret);
    }

    /** It is there whole, and for good, or not at all, whenever the process dies. */
    private static void make(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path fresh = Files.createTempFile(folder, file.getFileName() + ".", ".new", owner);
        try {
            Files.write(fresh, chance(), StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    private static byte[] chance() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** A key that nobody can guess, and that is made of nothing. */
    public static String random() {
        return HexFormat.of().formatHex(chance(), 0, KEY_BYTES);
    }

    /**
     * A reference, with its key.
     *
     * @param holder as of {@link OwnReference}
     * @param place of a stranger who is given it, for it alone; empty for everybody who has got the reference
     */
    public OwnReference reference(Kind kind, LocalTransactionId name, TransactionId id, String holder, String place) {
        OwnReference unsealed = new OwnReference(kind, name, id, holder, "");
        return unsealed.with(key(unsealed, place));
    }

    private String key(OwnReference reference, String place) {
        return key("reference " + reference.unsealed() + " " + place);
    }

    private String key(String of) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            byte[] text = of.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(Arrays.copyOf(mac.doFinal(text), KEY_BYTES));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }

    /** Whether a reference has the key that was made for it; how long that takes tells nothing. */
    public boolean isGenuine(OwnReference reference, String place) {
        byte[] right = key(reference, place).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(right, reference.key().getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * A key by which another process tells this one from all others, and which no third one can make use of.
     *
     * @param place where the other one is, such as {@code 127.0.0.1:8080}
     */
    public String session(String place) {
        return key("session " + place);
    }
}
