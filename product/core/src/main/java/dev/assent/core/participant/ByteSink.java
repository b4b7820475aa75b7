package dev.assent.core.participant;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Takes the bytes of a record. Integers are big-endian. */
public interface ByteSink {
    /** Writes the low eight bits of {@code value}. */
    ByteSink putByte(int value);

    /** Writes four bytes. */
    ByteSink putInt(int value);

    /** Writes eight bytes. */
    ByteSink putLong(long value);

    /** Writes {@code length} bytes of {@code bytes} from {@code offset}. */
    ByteSink putBytes(byte[] bytes, int offset, int length);

    /** Writes a string as two bytes of length and its UTF-8 bytes, 65,535 at most. */
    ByteSink putString(String text);

    /**
     * Reads what {@link #putString} wrote.
     *
     * @throws java.nio.BufferUnderflowException if it is cut short
     */
    static String readString(ByteBuffer in) {
        byte[] utf8 = new byte[in.getShort() & 0xFFFF];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
