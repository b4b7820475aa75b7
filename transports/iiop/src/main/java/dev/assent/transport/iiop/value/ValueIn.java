package dev.assent.transport.iiop.value;

import dev.assent.remote.transport.HashBound;
import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import dev.assent.transport.iiop.reference.Ior;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.portable.InputStream;

/**
 * Reads the values of one message. The ORB reads what has a fixed size, since it knows the byte order. This class
 * counts positions from the first byte of the body, which GIOP 1.2 aligns to 8, because references to earlier values
 * are offsets. It trusts no length: it allocates room only for bytes that have come.
 *
 * <p>All methods throw {@link MARSHAL} for malformed bytes. Not thread-safe.
 */
public final class ValueIn {
    private static final int PIECE_BYTES = 65_536;
    private static final int ID_BYTES_MAX = 4_096;
    private static final int IDS_MAX = 64;
    private static final int NO_CHUNK = -1;
    private static final int MARK_BIG = 0xFEFF;
    private static final int MARK_LITTLE = 0xFFFE;

    private final InputStream in;
    private final ValueLimits limits;
    private final Map<Integer, Known> values = new HashMap<>();
    private final Weights weights;
    private final Map<Integer, String> ids = new HashMap<>();

    /** How many bytes were read. */
    private int at;

    private int depth;
    private int chunkedDepth;
    private boolean isChunked;

    /** The end of the chunk that is being read; {@link #NO_CHUNK} between two chunks. */
    private int chunkEnd = NO_CHUNK;

    /** If the last end tag has ended more than one value, the outermost depth that it has ended; 0 for none. */
    private int endedDepth;

    /** Reads from the first byte of a body. */
    public ValueIn(InputStream in, ValueLimits limits) {
        this.in = in;
        this.limits = limits;
        weights = new Weights(limits);
    }

    /** The exception for malformed bytes. */
    static MARSHAL refused(String why) {
        return new MARSHAL(why, 0, CompletionStatus.COMPLETED_NO);
    }

    // ---- values of a fixed size

    /** Begins an item of so many bytes; in a chunk, if values are chunked. */
    private void begin(int align, int bytes) {
        if (isChunked && (chunkEnd == NO_CHUNK || at == chunkEnd)) {
            beginChunk(rawLong());
        }
        rawBegin(align, bytes);
        if (isChunked && at > chunkEnd) {
            throw refused("a chunk ends inside of an item");
        }
    }

    private void beginChunk(int length) {
        if (length <= 0 || length >= ValueTag.MIN || endedDepth != 0) {
            throw refused("a value ends before its last item");
        }
        if (length > limits.bytesMax() - at) {
            throw tooLong(length);
        }
        chunkEnd = at + length;
    }

    private void rawBegin(int align, int bytes) {
        int padding = -at & (align - 1);
        if (bytes > limits.bytesMax() - at - padding) {
            throw tooLong(bytes);
        }
        at += padding + bytes;
    }

    private MARSHAL tooLong(int more) {
        return refused(at + " bytes and " + Integer.toUnsignedLong(more) + " more are not allowed; " + limits.bytesMax()
                + " at most are");
    }

    private int rawLong() {
        rawBegin(Integer.BYTES, Integer.BYTES);
        return in.read_long();
    }

    int takeOctet() {
        begin(1, 1);
        return in.read_octet() & 0xFF;
    }

    boolean takeBoolean() {
        return takeOctet() != 0;
    }

    short takeShort() {
        begin(Short.BYTES, Short.BYTES);
        return in.read_short();
    }

    int takeLong() {
        begin(Integer.BYTES, Integer.BYTES);
        return in.read_long();
    }

    long takeLongLong() {
        begin(Long.BYTES, Long.BYTES);
        return in.read_longlong();
    }

    /** A wchar of UTF-16: the number of octets, and the octets. */
    char takeWchar() {
        byte[] octets = takeOctets(takeOctet());
        String text = text(octets);
        if (text.length() != 1) {
            throw refused("a character of " + octets.length + " octets is not allowed; one of UTF-16 is");
        }
        return text.charAt(0);
    }

    /** A number of elements, at most as many as there are bytes left, since each has at least one. */
    int takeCount() {
        int count = takeLong();
        if (count < 0 || count > limits.bytesMax() - at) {
            throw tooLong(count);
        }
        return count;
    }

    byte[] takeOctets(int count) {
        if (count == 0) {
            return new byte[0];
        }
        begin(1, count);
        return rawOctets(count);
    }

    private byte[] rawOctets(int count) {
        byte[] octets = new byte[Math.min(count, PIECE_BYTES)];
        int read = 0;
        while (read < count) {
            if (read == octets.length) {
                octets = Arrays.copyOf(octets, (int) Math.min(count, 2L * read));
            }
            in.read_octet_array(octets, read, octets.length - read);
            read = octets.length;
        }
        return octets;
    }

    /** Reads elements of so many bytes each, one by one or many at once, from the stream that it returns. */
    InputStream elements(int size, int count) {
        if (count > 0) {
            if (count > Integer.MAX_VALUE / size) {
                throw tooLong(count);
            }
            begin(size, size * count);
        }
        return in;
    }

    /** A wstring of UTF-16. */
    String takeWstring() {
        return text(takeOctets(takeCount()));
    }

    /** In big-endian order, unless a byte order mark says otherwise. */
    private static String text(byte[] octets) {
        int mark = octets.length < 2 ? 0 : (octets[0] & 0xFF) << 8 | (octets[1] & 0xFF);
        if (octets.length % 2 != 0) {
            throw refused("a text of " + octets.length + " octets is not allowed; two a character are");
        }
        if (mark == MARK_LITTLE) {
            return new String(octets, 2, octets.length - 2, StandardCharsets.UTF_16LE);
        }
        return mark == MARK_BIG
                ? new String(octets, 2, octets.length - 2, StandardCharsets.UTF_16BE)
                : new String(octets, StandardCharsets.UTF_16BE);
    }

    // ---- strings of one byte a character

    /** A string. */
    public String takeString() {
        return string(takeOctets(takeCount()));
    }

    private static String string(byte[] octets) {
        if (octets.length == 0 || octets[octets.length - 1] != 0) {
            throw refused("a string does not end with a null");
        }
        return new String(octets, 0, octets.length - 1, StandardCharsets.ISO_8859_1);
    }

    /** A repository id or a codebase, or the position of an earlier one; outside of chunks. */
    private String takeId() {
        int length = rawLong();
        int begun = at - Integer.BYTES;
        if (length == ValueTag.INDIRECTION) {
            String known = ids.get(at + rawLong());
            if (known == null) {
                throw refused("a repository id refers to a position without one");
            }
            return known;
        }
        if (length < 0 || length > ID_BYTES_MAX) {
            throw tooLong(length);
        }
        rawBegin(1, length);
        String id = string(rawOctets(length));
        ids.put(begun, id);
        return id;
    }

    /** A reference to an object; null if it is nil. */
    @Nullable Ior takeReference() {
        CdrOut read = new CdrOut().putString(takeString());
        int count = takeCount();
        read.putLong(count);
        for (int i = 0; i < count; i++) {
            read.putLong(takeLong()).putOctets(takeOctets(takeCount()));
        }
        try {
            return Ior.read(new CdrIn(read.toByteArray()));
        } catch (CdrException none) {
            throw refused("object reference refused: " + none.getMessage());
        }
    }

    // ---- values

    /**
     * A value.
     *
     * @param form knows which values are allowed
     * @return null when there is none
     */
    @Nullable Object takeValue(ValueForm form) {
        int tag = takeTag();
        if (tag == ValueTag.NULL) {
            return null;
        }
        if (tag == ValueTag.INDIRECTION) {
            int refers = at;
            Known known = values.get(refers + rawLong());
            if (known == null || !form.has(known.body)) {
                throw refused("a value refers to an earlier one that does not exist, or is not " + form);
            }
            weights.refer(known);
            return known.value;
        }
        int begun = at - Integer.BYTES;
        String id = takeHead(tag);
        Body body = form.find(id);
        if (body == null) {
            throw refused("a value of " + (id.isEmpty() ? "no type" : id) + " is not allowed; " + form + " is");
        }
        boolean wasChunked = enter(tag);
        weights.begin(body, at);
        Object value = body.read(this, begun);
        weights.end(at);
        leave(wasChunked);
        return value;
    }

    /** An element of a set or a key of a map, which is hashed as soon as it has been read. */
    @Nullable Object takeKey(Form form, HashBound keys) {
        long begun = weights.beginKey();
        Object key = CustomBody.takeObject(this, form);
        weights.endKey(begun);
        keys.put(key);
        return key;
    }

    /** The tag of a value. Inside of a chunk only null and references to earlier values are allowed. */
    private int takeTag() {
        if (!isChunked) {
            return rawLong();
        }
        if (chunkEnd != NO_CHUNK && at != chunkEnd) {
            return inside(takeLong());
        }
        int word = rawLong();
        if (ValueTag.isValue(word) && endedDepth == 0) {
            chunkEnd = NO_CHUNK;
            return word;
        }
        beginChunk(word);
        return inside(takeLong());
    }

    private static int inside(int tag) {
        if (tag != ValueTag.NULL && tag != ValueTag.INDIRECTION) {
            throw refused("a value begins inside of a chunk, or has no value tag");
        }
        return tag;
    }

    /** Reads between the tag and the state; returns the repository id, of several ids the first. */
    private String takeHead(int tag) {
        if (!ValueTag.isValue(tag)) {
            throw refused("a value begins with " + tag + ", which is not a value tag");
        }
        if (ValueTag.hasCodebase(tag)) {
            takeId();
        }
        int types = ValueTag.types(tag);
        if (types == 0) {
            return "";
        }
        if (types == ValueTag.ONE_TYPE) {
            return takeId();
        }
        int count = types == ValueTag.LIST_OF_TYPES ? rawLong() : 0;
        if (count < 1 || count > IDS_MAX) {
            throw refused("a value of " + count + " types is not allowed; 1 to " + IDS_MAX + " are");
        }
        String first = takeId();
        for (int i = 1; i < count; i++) {
            takeId();
        }
        return first;
    }

    private boolean enter(int tag) {
        if (depth == limits.depthMax()) {
            throw refused("values are nested more than " + limits.depthMax() + " deep");
        }
        boolean wasChunked = isChunked;
        isChunked = ValueTag.isChunked(tag);
        if (wasChunked && !isChunked) {
            throw refused("a value is not chunked, and the one around it is");
        }
        depth++;
        if (isChunked) {
            chunkedDepth++;
            chunkEnd = NO_CHUNK;
        }
        return wasChunked;
    }

    private void leave(boolean wasChunked) {
        if (isChunked) {
            end();
            chunkedDepth--;
            chunkEnd = NO_CHUNK;
        }
        depth--;
        isChunked = wasChunked;
    }

    /** Reads up to the tag that ends the innermost value, and skips the data before it. */
    private void end() {
        int ended = endedDepth;
        while (ended == 0) {
            if (chunkEnd != NO_CHUNK) {
                skip(chunkEnd - at);
                chunkEnd = NO_CHUNK;
            }
            int word = rawLong();
            if (ValueTag.isValue(word)) {
                skipValue(word);
                ended = endedDepth;
            } else if (word > 0) {
                beginChunk(word);
            } else if (word < -chunkedDepth || word == 0) {
                throw refused("end tag " + word + " is not allowed; -1 to -" + chunkedDepth + " are");
            } else {
                ended = -word;
            }
        }
        endedDepth = ended < chunkedDepth ? ended : 0;
    }

    private void skip(int count) {
        if (count > 0) {
            rawBegin(1, count);
            byte[] piece = new byte[Math.min(count, PIECE_BYTES)];
            for (int left = count; left > 0; left -= piece.length) {
                in.read_octet_array(piece, 0, Math.min(left, piece.length));
            }
        }
    }

    /** Skips a value of any type. Only the end of a chunked value can be found. */
    void skipValue() {
        int tag = takeTag();
        if (tag == ValueTag.INDIRECTION) {
            takeLong();
        } else if (tag != ValueTag.NULL) {
            skipValue(tag);
        }
    }

    private void skipValue(int tag) {
        takeHead(tag);
        checkChunked(tag);
        leave(enter(tag));
    }

    private static void checkChunked(int tag) {
        if (!ValueTag.isChunked(tag)) {
            throw refused("a value is not chunked, so its end can't be found");
        }
    }

    /** Enters the value of its own that has the rest of a custom state (stream format 2); false if there is none. */
    boolean enterMore() {
        int tag = takeTag();
        if (tag == ValueTag.NULL) {
            return false;
        }
        takeHead(tag);
        checkChunked(tag);
        if (!enter(tag)) {
            throw refused("the custom state of a class is in a value that is not chunked");
        }
        return true;
    }

    /** Leaves that value. */
    void leaveMore() {
        leave(true);
    }

    /** Keeps a value, so that later ones can refer to it. */
    void keep(int begun, Object value) {
        values.put(begun, weights.keep(value));
    }
}
