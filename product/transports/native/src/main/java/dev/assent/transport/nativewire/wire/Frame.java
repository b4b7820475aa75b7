package dev.assent.transport.nativewire.wire;

import java.nio.ByteBuffer;

/**
 * A frame to be sent. Its number, if it has one, is set before it is handed to a connection. Not thread-safe.
 *
 * <p>The number is in the eight bytes after the kind. It is set last, when the frame gets its place in the connection's
 * order.
 */
public final class Frame {
    private static final int NUMBER_AT = Integer.BYTES + 1;

    private final byte[] bytes;
    private final int size;

    Frame(byte[] bytes, int size) {
        this.bytes = bytes;
        this.size = size;
    }

    /** Sets the number of a call or a question. */
    public void setNumber(long number) {
        ByteBuffer.wrap(bytes).putLong(NUMBER_AT, number);
    }

    /** How many bytes it has. */
    public int size() {
        return size;
    }

    /** Its bytes. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }
}
