package dev.assent.transport.nativewire.wire;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A frame that is being written, big-endian: its length, its kind, and its content. Not thread-safe.
 *
 * <p>As an OutputStream it takes the bytes of encoded values.
 */
public final class WireOut extends OutputStream {
    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final int BYTES_INITIAL = 128;
    private static final int STRING_BYTES_MAX = 0xFFFF;

    private byte[] bytes = new byte[BYTES_INITIAL];
    private int size = LENGTH_BYTES;

    /** A frame of a {@link FrameKind}. */
    public WireOut(int kind) {
        putByte(kind);
    }

    private void need(int more) {
        if (more > bytes.length - size) {
            int grown = Math.max(bytes.length << 1, Math.addExact(size, more));
            bytes = Arrays.copyOf(bytes, grown < 0 ? Integer.MAX_VALUE - 8 : grown);
        }
    }

    /** The low eight bits. */
    public WireOut putByte(int value) {
        need(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** Two bytes. */
    public WireOut putShort(int value) {
        return putByte(value >>> 8).putByte(value);
    }

    /** Four bytes. */
    public WireOut putInt(int value) {
        need(Integer.BYTES);
        put(size, value);
        size += Integer.BYTES;
        return this;
    }

    private void put(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    /** Eight bytes. */
    public WireOut putLong(long value) {
        return putInt((int) (value >>> 32)).putInt((int) value);
    }

    /** 24 bytes. */
    public WireOut putLife(NodeEpoch life) {
        NodeId node = life.node();
        return putLong(node.high()).putLong(node.low()).putInt(life.epoch()).putInt(life.mark());
    }

    /** 32 bytes. */
    public WireOut putName(LocalTransactionId name) {
        return putLife(name.origin()).putLong(name.sequence());
    }

    /**
     * Two bytes of length and UTF-8.
     *
     * @throws IllegalArgumentException when it has more than 65,535 bytes
     */
    public WireOut putString(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > STRING_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a text of " + utf8.length + " bytes is not allowed; at most " + STRING_BYTES_MAX + " are");
        }
        putShort(utf8.length);
        write(utf8, 0, utf8.length);
        return this;
    }

    @Override
    public void write(int value) {
        putByte(value);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        need(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    /** The size in bytes, with the length field. */
    public int size() {
        return size;
    }

    /** Removes what was written after this size. */
    public void truncate(int earlierSize) {
        size = earlierSize;
    }

    /** The whole frame; nothing may be written after this. */
    public Frame frame() {
        put(0, size - LENGTH_BYTES);
        return new Frame(bytes, size);
    }
}
