package dev.assent.transport.iiop.value;

import dev.assent.transport.iiop.reference.Ior;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of one message in big-endian CDR, from a position that is aligned to 8 as the body of a GIOP 1.2
 * message is. For a value that was written already it writes a reference. A value whose class writes its state itself
 * is chunked, and so are all values inside of it; others are not (CORBA 3.0, section 15.3.4.6).
 *
 * <p>Not thread-safe.
 */
public final class ValueOut {
    private static final int BYTES_FIRST = 256;

    private final ValueLimits limits;
    private final Map<Object, Written> values = new IdentityHashMap<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private ByteBuffer out = ByteBuffer.allocate(BYTES_FIRST);

    /** How many values have begun and not ended. */
    private int depth;

    /** How many of them are chunked. */
    private int chunkedDepth;

    private boolean isChunked;

    /** The position of the length of the current chunk; -1 for none. */
    private int chunkAt = -1;

    /** The position after the last end tag. */
    private int endedAt = -1;

    private record Written(int at, Body body) {}

    /** Nothing is written yet. */
    public ValueOut(ValueLimits limits) {
        this.limits = limits;
    }

    /** All that was written. */
    public byte[] toByteArray() {
        byte[] all = new byte[out.position()];
        out.get(0, all);
        return all;
    }

    // ---- values of a fixed size

    private void room(int align, long bytes) throws ValueException {
        if (isChunked && chunkAt < 0) {
            rawRoom(Integer.BYTES, Integer.BYTES);
            chunkAt = out.position();
            out.putInt(0);
        }
        rawRoom(align, bytes);
    }

    private void rawRoom(int align, long bytes) throws ValueException {
        int padding = -out.position() & (align - 1);
        long end = out.position() + padding + bytes;
        if (end > limits.bytesMax()) {
            throw new ValueException(end + " bytes are not allowed; " + limits.bytesMax() + " at most are");
        }
        if (end > out.capacity()) {
            ByteBuffer larger =
                    ByteBuffer.allocate((int) Math.min(Integer.MAX_VALUE - 8L, Math.max(end, 2L * out.capacity())));
            out = larger.put(out.flip());
        }
        for (int i = 0; i < padding; i++) {
            out.put((byte) 0);
        }
    }

    void putOctet(int value) throws ValueException {
        room(1, 1);
        out.put((byte) value);
    }

    void putBoolean(boolean value) throws ValueException {
        putOctet(value ? 1 : 0);
    }

    void putShort(short value) throws ValueException {
        room(Short.BYTES, Short.BYTES);
        out.putShort(value);
    }

    void putLong(int value) throws ValueException {
        room(Integer.BYTES, Integer.BYTES);
        out.putInt(value);
    }

    void putLongLong(long value) throws ValueException {
        room(Long.BYTES, Long.BYTES);
        out.putLong(value);
    }

    /** A wchar of UTF-16: the number of octets, and the octets. */
    void putWchar(char value) throws ValueException {
        room(1, 1 + Character.BYTES);
        out.put((byte) Character.BYTES).putChar(value);
    }

    void putOctets(byte[] value) throws ValueException {
        if (value.length > 0) { // a chunk is never empty
            room(1, value.length);
            out.put(value);
        }
    }

    /**
     * The number of elements, and room for them, aligned to their size. The caller puts them into the buffer it gets.
     */
    ByteBuffer elements(int size, int count) throws ValueException {
        if (count == 0) {
            return out;
        }
        room(size, (long) size * count);
        return out;
    }

    /** A wstring of UTF-16 in big-endian order, which is the default without a byte order mark. */
    void putWstring(String text) throws ValueException {
        room(Integer.BYTES, Integer.BYTES + 2L * text.length());
        out.putInt(2 * text.length());
        for (int i = 0; i < text.length(); i++) {
            out.putChar(text.charAt(i));
        }
    }

    // ---- strings of one byte a character

    /** A string. */
    public void putString(String text) throws ValueException {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        room(Integer.BYTES, Integer.BYTES + octets.length + 1L);
        out.putInt(octets.length + 1).put(octets).put((byte) 0);
    }

    /** A repository id, in full the first time; outside of chunks. */
    private void putId(String id) throws ValueException {
        Integer known = ids.get(id);
        rawRoom(Integer.BYTES, 2 * Integer.BYTES);
        if (known != null) {
            out.putInt(ValueTag.INDIRECTION);
            out.putInt(known - out.position());
            return;
        }
        ids.put(id, out.position());
        byte[] octets = id.getBytes(StandardCharsets.ISO_8859_1);
        rawRoom(Integer.BYTES, Integer.BYTES + octets.length + 1L);
        out.putInt(octets.length + 1).put(octets).put((byte) 0);
    }

    /** A reference to an object; null means nil. */
    void putReference(@Nullable Ior reference) throws ValueException {
        putString(reference == null ? "" : reference.typeId());
        List<Ior.Tagged> profiles = reference == null ? List.of() : reference.profiles();
        putLong(profiles.size());
        for (Ior.Tagged each : profiles) {
            putLong(each.tag());
            putLong(each.data().length);
            putOctets(each.data());
        }
    }

    // ---- values

    /** A value, null, or a reference to a value that was written already. */
    void putValue(@Nullable Object value, Body body) throws ValueException {
        if (value == null) {
            putLong(ValueTag.NULL);
            return;
        }
        Written known = values.get(value);
        if (known != null && known.body() == body) {
            room(Integer.BYTES, 2 * Integer.BYTES);
            out.putInt(ValueTag.INDIRECTION);
            out.putInt(known.at() - out.position());
            return;
        }
        if (depth == limits.depthMax()) {
            throw new ValueException(
                    "values are nested " + (depth + 1) + " deep; " + limits.depthMax() + " at most are");
        }
        boolean wasChunked = isChunked;
        endChunk();
        isChunked |= body.isCustom();
        rawRoom(Integer.BYTES, Integer.BYTES);
        values.put(value, new Written(out.position(), body));
        out.putInt(ValueTag.of(isChunked));
        putId(body.id());
        depth++;
        if (isChunked) {
            chunkedDepth++;
        }
        body.write(this, value);
        end();
        depth--;
        isChunked = wasChunked;
    }

    private void endChunk() {
        if (chunkAt >= 0) {
            out.putInt(chunkAt, out.position() - chunkAt - Integer.BYTES);
            chunkAt = -1;
        }
    }

    /** Writes one end tag for all values that end here. */
    private void end() throws ValueException {
        if (!isChunked) {
            return;
        }
        endChunk();
        if (out.position() == endedAt) {
            out.position(endedAt - Integer.BYTES);
        }
        rawRoom(Integer.BYTES, Integer.BYTES);
        out.putInt(-chunkedDepth);
        endedAt = out.position();
        chunkedDepth--;
    }
}
