package dev.assent.core.adapter;

import dev.assent.NodeId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Makes random identities for new nodes (law 1: an identity names its owner). */
public final class Identities {
    private Identities() {}

    /** 16 bytes of a cryptographic random source. */
    public static NodeId random() {
        byte[] bytes = new byte[NodeId.BYTES];
        new SecureRandom().nextBytes(bytes);
        return NodeId.read(ByteBuffer.wrap(bytes));
    }
}
