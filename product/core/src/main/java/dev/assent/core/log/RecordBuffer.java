package dev.assent.core.log;

import dev.assent.core.participant.ByteSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that grow up to a limit. A cleared buffer keeps its array for the next use.
 *
 * <p>Not thread-safe: guarded by the log's lock, or owned by the forcing thread.
 */
final class RecordBuffer implements ByteSink {
    private static final int BYTES_FIRST = 1024;

    /** A cleared buffer drops an array longer than this. */
    private static final int BYTES_KEPT_MAX = 1024 * 1024;

    private static final int STRING_BYTES_MAX = 0xFFFF;

    private byte[] bytes = new byte[BYTES_FIRST];
    private int size;
    private int limit = Integer.MAX_VALUE;

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /** Allows no more than {@code more} further bytes, until the next call. */
    void allow(int more) {
        limit = size + more;
    }

    /** Allows any number of further bytes. */
    void allowAll() {
        limit = Integer.MAX_VALUE;
    }

    /** Removes all bytes from {@code newSize} on. */
    void truncate(int newSize) {
        size = newSize;
    }

    /** Removes all bytes. */
    void clear() {
        size = 0;
        if (bytes.length > BYTES_KEPT_MAX) {
            bytes = new byte[BYTES_FIRST];
        }
    }

    /** A copy of the bytes from {@code from} to the end. */
    byte[] copyFrom(int from) {
        return Arrays.copyOfRange(bytes, from, size);
    }

    /** Overwrites four bytes at {@code at}. */
    void patchInt(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    /** All bytes, for reading. */
    ByteBuffer view() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    @Override
    public RecordBuffer putByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    @Override
    public RecordBuffer putInt(int value) {
        room(Integer.BYTES);
        patchInt(size, value);
        size += Integer.BYTES;
        return this;
    }

    @Override
    public RecordBuffer putLong(long value) {
        room(Long.BYTES);
        patchInt(size, (int) (value >>> Integer.SIZE));
        patchInt(size + Integer.BYTES, (int) value);
        size += Long.BYTES;
        return this;
    }

    @Override
    public RecordBuffer putBytes(byte[] from, int offset, int length) {
        room(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
        return this;
    }

    @Override
    public RecordBuffer putString(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > STRING_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a string of " + utf8.length + " bytes is not allowed; at most " + STRING_BYTES_MAX + " are");
        }
        return putByte(utf8.length >>> 8).putByte(utf8.length).putBytes(utf8, 0, utf8.length);
    }

    private void room(int more) {
        int needed = Math.addExact(size, more);
        if (needed > limit) {
            throw new IllegalArgumentException(
                    "a record's body is too long; at most " + DecisionLog.BODY_BYTES_MAX + " bytes are allowed");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }
}
