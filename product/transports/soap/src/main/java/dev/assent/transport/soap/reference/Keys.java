package dev.assent.transport.soap.reference;

import dev.assent.TransactionId;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Makes the keys of references (law 22): 128 bits of a signature with a secret. The same reference always gets the same
 * key, so that a repeated registration is recognized.
 *
 * <p>Thread safety: safe to share.
 */
public final class Keys {
    private static final int KEY_BYTES = 16;

    private final SigningSecret secret;

    /** Keys made with this secret. */
    public Keys(SigningSecret secret) {
        this.secret = secret;
    }

    /** A random key that nobody can guess. */
    public static String random() {
        return HexFormat.of().formatHex(SigningSecret.chance(KEY_BYTES));
    }

    /**
     * A reference, with its key.
     *
     * @param holder as in {@link OwnReference}
     * @param place the address of a stranger, to make the key valid for it only; empty for a key that any holder of the
     *     reference may use
     */
    public OwnReference reference(Kind kind, LocalTransactionId name, TransactionId id, String holder, String place) {
        OwnReference unsealed = new OwnReference(kind, name, id, holder, "");
        return unsealed.with(key(unsealed, place));
    }

    private String key(OwnReference reference, String place) {
        return key("reference " + reference.unsealed() + " " + place);
    }

    private String key(String of) {
        byte[] signature = secret.sign(of.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(Arrays.copyOf(signature, KEY_BYTES));
    }

    /** Whether a reference has its genuine key; the time that this takes reveals nothing. */
    public boolean isGenuine(OwnReference reference, String place) {
        byte[] right = key(reference, place).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(right, reference.key().getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * A key that identifies this process to another one, and that no third process can use.
     *
     * @param place the other process, such as {@code 127.0.0.1:8080}
     */
    public String session(String place) {
        return key("session " + place);
    }
}
