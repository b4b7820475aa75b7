package dev.assent.transport.soap.coordinator;

import dev.assent.core.adapter.Chance;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.transport.soap.coordinator.OwnReference.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the keys of references, of a secret of this life of the process (HMAC-SHA256, 128 bits of it): the same for the same
 * thing, so that what comes twice is one, and nothing has to be remembered.
 *
 * <p>Thread safety: safe to share.
 */
final class Keys {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 16;

    private final SecretKeySpec secret;

    Keys() {
        ByteBuffer bytes = ByteBuffer.allocate(4 * Long.BYTES);
        for (int i = 0; i < 4; i++) {
            bytes.putLong(Chance.bits());
        }
        secret = new SecretKeySpec(bytes.array(), ALGORITHM);
    }

    /**
     * The key of a reference.
     *
     * @param holder who is given it; empty for whoever has the context
     */
    String key(Kind kind, LocalTransactionId transaction, String holder) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            byte[] text = (kind + "." + transaction + "." + holder).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(Arrays.copyOf(mac.doFinal(text), KEY_BYTES));
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }

    /** Whether a reference has the key that was made for it; how long that takes tells nothing. */
    boolean isGenuine(OwnReference reference, String holder) {
        byte[] right = key(reference.kind(), reference.transaction(), holder).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(right, reference.key().getBytes(StandardCharsets.US_ASCII));
    }
}
