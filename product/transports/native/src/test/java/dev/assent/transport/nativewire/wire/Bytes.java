package dev.assent.transport.nativewire.wire;

import java.nio.ByteBuffer;

/** Frames as bytes. */
public final class Bytes {
    private Bytes() {}

    /** The content of a frame after its kind. */
    public static byte[] body(Frame frame) {
        ByteBuffer whole = frame.buffer();
        byte[] body = new byte[whole.remaining() - Integer.BYTES - 1];
        whole.position(Integer.BYTES + 1);
        whole.get(body);
        return body;
    }

    /** Reads them. */
    public static WireIn in(byte[] body) {
        return new WireIn(body, 0, body.length);
    }
}
