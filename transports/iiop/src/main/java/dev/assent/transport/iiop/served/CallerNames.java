package dev.assent.transport.iiop.served;

import dev.assent.remote.transport.Recent;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What callers are called here: a digest of the key that one of ours sends, so that nobody who reads the name has the key. Of
 * those that called last it is kept.
 *
 * <p>Thread safety: safe to share.
 */
public final class CallerNames {
    private static final String STRANGERS = "strangers over iiop";
    private static final int NAME_BYTES = 8;
    private static final int KEPT_MAX = 1_000;

    /** A key of ours has fewer; of a longer one nothing is kept. */
    private static final int KEY_BYTES_MAX = 64;

    private final Recent<ByteBuffer, String> kept = new Recent<>(KEPT_MAX);

    /** None yet. */
    public CallerNames() {}

    /**
     * The name of a caller.
     *
     * @param key what it sends; null for a stranger, who can't be told from others
     */
    String of(byte @Nullable [] key) {
        if (key == null) {
            return STRANGERS;
        }
        if (key.length > KEY_BYTES_MAX) {
            return digest(key);
        }
        ByteBuffer by = ByteBuffer.wrap(key);
        String known = kept.get(by);
        if (known != null) {
            return known;
        }
        String made = digest(key);
        kept.put(by, made);
        return made;
    }

    private static String digest(byte[] key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
            return "client " + HexFormat.of().formatHex(digest, 0, NAME_BYTES);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }
}
