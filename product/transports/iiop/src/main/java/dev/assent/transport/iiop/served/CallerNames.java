package dev.assent.transport.iiop.served;

import dev.assent.remote.transport.Recent;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The names of callers. An Assent caller's name is a digest of the key that it sends, so that a reader of the name does
 * not learn the key. The names of the last callers are kept.
 *
 * <p>Thread safety: safe to share.
 */
public final class CallerNames {
    private static final String STRANGERS = "strangers over iiop";
    private static final int NAME_BYTES = 8;
    private static final int KEPT_MAX = 1_000;

    /** An Assent key has fewer bytes; names of longer keys are not kept. */
    private static final int KEY_BYTES_MAX = 64;

    private final Recent<ByteBuffer, String> kept = new Recent<>(KEPT_MAX);

    /** No names are kept yet. */
    public CallerNames() {}

    /**
     * The name of a caller.
     *
     * @param key the key that it sends; null for a stranger, as strangers are not distinguished
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
