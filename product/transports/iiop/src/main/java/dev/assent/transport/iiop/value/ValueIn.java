package dev.assent.transport.iiop.value;

import dev.assent.remote.transport.HashBound;
import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import dev.assent.transport.iiop.reference.Ior;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.portable.InputStream;

/**
 * Reads the values of one message: items of fixed size, texts, and values, which may refer to earlier ones by their
 * positions. {@link ChunksIn} finds where values begin and end, {@link CountedIn} bounds what is read.
 *
 * <p>All methods throw {@link MARSHAL} for malformed bytes. Not thread-safe.
 */
public final class ValueIn {
    private final CountedIn in;
    private final HeadsIn heads;
    private final ChunksIn chunks;
    private final Weights weights;
    private final Map<Integer, Known> values = new HashMap<>();

    /** Reads from the first byte of a body. */
    public ValueIn(InputStream in, ValueLimits limits) {
        this.in = new CountedIn(in, limits.bytesMax());
        heads = new HeadsIn(this.in);
        chunks = new ChunksIn(this.in, heads, limits.depthMax());
        weights = new Weights(limits);
    }

    /** The exception for malformed bytes. */
    static MARSHAL refused(String why) {
        return new MARSHAL(why, 0, CompletionStatus.COMPLETED_NO);
    }

    // ---- values of a fixed size

    int takeOctet() {
        return chunks.begin(1, 1).read_octet() & 0xFF;
    }

    boolean takeBoolean() {
        return takeOctet() != 0;
    }

    short takeShort() {
        return chunks.begin(Short.BYTES, Short.BYTES).read_short();
    }

    int takeLong() {
        return chunks.takeLong();
    }

    long takeLongLong() {
        return chunks.begin(Long.BYTES, Long.BYTES).read_longlong();
    }

    /** A wchar of UTF-16: the number of octets, and the octets. */
    char takeWchar() {
        byte[] octets = takeOctets(takeOctet());
        String text = Texts.wide(octets);
        if (text.length() != 1) {
            throw refused("a character of " + octets.length + " octets is not allowed; one of UTF-16 is");
        }
        return text.charAt(0);
    }

    /** A number of elements, at most as many as there are bytes left, since each has at least one. */
    int takeCount() {
        int count = takeLong();
        if (count < 0 || count > in.left()) {
            throw in.tooLong(count);
        }
        return count;
    }

    byte[] takeOctets(int count) {
        if (count == 0) {
            return new byte[0];
        }
        chunks.begin(1, count);
        return in.octets(count);
    }

    /** Reads elements of so many bytes each, one by one or many at once, from the stream that it returns. */
    InputStream elements(int size, int count) {
        if (count == 0) {
            return in.stream();
        }
        if (count > Integer.MAX_VALUE / size) {
            throw in.tooLong(count);
        }
        return chunks.begin(size, size * count);
    }

    /** A wstring of UTF-16. */
    String takeWstring() {
        return Texts.wide(takeOctets(takeCount()));
    }

    // ---- strings of one byte a character

    /** A string. */
    public String takeString() {
        return Texts.string(takeOctets(takeCount()));
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
        int tag = chunks.takeTag();
        if (tag == ValueTag.NULL) {
            return null;
        }
        if (tag == ValueTag.INDIRECTION) {
            int refers = in.at();
            Known known = values.get(refers + in.takeLong());
            if (known == null || !form.has(known.body)) {
                throw refused("a value refers to an earlier one that does not exist, or is not " + form);
            }
            weights.refer(known);
            return known.value;
        }
        int begun = in.at() - Integer.BYTES;
        String id = heads.take(tag);
        Body body = form.find(id);
        if (body == null) {
            throw refused("a value of " + (id.isEmpty() ? "no type" : id) + " is not allowed; " + form + " is");
        }
        boolean wasChunked = chunks.enter(tag);
        weights.begin(body, in.at());
        Object value = body.read(this, begun);
        weights.end(in.at());
        chunks.leave(wasChunked);
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

    /** Skips a value of any type; see {@link ChunksIn#skipValue}. */
    void skipValue() {
        chunks.skipValue();
    }

    /** Enters the value that has the rest of a custom state; see {@link ChunksIn#enterMore}. */
    boolean enterMore() {
        return chunks.enterMore();
    }

    /** Leaves that value. */
    void leaveMore() {
        chunks.leaveMore();
    }

    /** Keeps a value, so that later ones can refer to it. */
    void keep(int begun, Object value) {
        values.put(begun, weights.keep(value));
    }
}
