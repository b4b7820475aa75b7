package dev.assent.transport.soap.reference;

import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Makes the keys of references (law 22) by 128 bits of what a secret signs them with: the same for the same
 * thing, so that what comes twice is one.
 *
 * <p>Thread safety: safe to share.
 */
public final class Keys {
    private static final int KEY_BYTES = 16;

    private final SigningSecret secret;

    /** Those that are made with this secret. */
    public Keys(SigningSecret secret) {
        this.secret = secret;
    }

    /** A key that nobody can guess, and that is made of nothing. */
    public static String random() {
        return HexFormat.of().formatHex(SigningSecret.chance(KEY_BYTES));
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
        byte[] signature = secret.sign(of.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(Arrays.copyOf(signature, KEY_BYTES));
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
