package dev.assent.transport.nativewire.wire;

import dev.assent.NodeEpoch;
import dev.assent.core.identity.LocalTransactionId;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads the content of a frame after its kind. It neither reads nor allocates more than has come. Not thread-safe.
 */
public final class WireIn {
    private final ByteBuffer in;

    /** Reads these bytes without copying them. */
    public WireIn(byte[] bytes, int offset, int length) {
        in = ByteBuffer.wrap(bytes, offset, length);
    }

    private void need(int length, String what) throws WireException {
        if (in.remaining() < length) {
            throw new WireException(
                    "the frame ends in the middle of " + what + ": " + in.remaining() + " bytes of " + length);
        }
    }

    /** How many bytes are left. */
    public int remaining() {
        return in.remaining();
    }

    /** 0 to 255. */
    public int takeByte(String what) throws WireException {
        need(1, what);
        return in.get() & 0xFF;
    }

    /** 0 to 65,535. */
    public int takeShort(String what) throws WireException {
        need(Short.BYTES, what);
        return in.getShort() & 0xFFFF;
    }

    /** Four bytes. */
    public int takeInt(String what) throws WireException {
        need(Integer.BYTES, what);
        return in.getInt();
    }

    /** Eight bytes. */
    public long takeLong(String what) throws WireException {
        need(Long.BYTES, what);
        return in.getLong();
    }

    /** The next eight bytes, without taking them; 0 if there are fewer. */
    public long peekLong() {
        return in.remaining() < Long.BYTES ? 0 : in.getLong(in.position());
    }

    /** A number that is not negative. */
    public long takeNatural(String what) throws WireException {
        long value = takeLong(what);
        if (value < 0) {
            throw new WireException(what + " " + value + " is not allowed; 0 or more is");
        }
        return value;
    }

    /** 24 bytes: a life of a node. */
    public NodeEpoch takeLife(String what) throws WireException {
        need(NodeEpoch.BYTES, what);
        try {
            return NodeEpoch.read(in);
        } catch (IllegalArgumentException noEpoch) {
            throw new WireException(what + ": " + noEpoch.getMessage());
        }
    }

    /** 32 bytes. */
    public LocalTransactionId takeName(String what) throws WireException {
        return new LocalTransactionId(takeLife(what), takeLong(what));
    }

    /** So many bytes. */
    public byte[] takeBytes(int length, String what) throws WireException {
        need(length, what);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** Two bytes of length and UTF-8. */
    public String takeString(String what) throws WireException {
        int length = takeShort(what);
        need(length, what);
        if (isAscii(length)) {
            int at = in.position();
            in.position(at + length);
            return new String(in.array(), in.arrayOffset() + at, length, StandardCharsets.US_ASCII);
        }
        ByteBuffer utf8 = in.slice().limit(length);
        in.position(in.position() + length);
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(utf8);
            return text.toString();
        } catch (CharacterCodingException malformed) {
            throw new WireException(what + " is not UTF-8", malformed);
        }
    }

    private boolean isAscii(int length) {
        byte[] bytes = in.array();
        int begin = in.arrayOffset() + in.position();
        for (int i = begin; i < begin + length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** An element of the list, by its position. */
    public <E> E takeOneOf(List<E> all, String what) throws WireException {
        int code = takeByte(what);
        if (code >= all.size()) {
            throw new WireException(what + " " + code + " is not allowed; 0 to " + (all.size() - 1) + " are");
        }
        return all.get(code);
    }

    /** 0 or 1. */
    public boolean takeBoolean(String what) throws WireException {
        int value = takeByte(what);
        if (value > 1) {
            throw new WireException(what + " " + value + " is not allowed; 0 to 1 are");
        }
        return value == 1;
    }

    /** All remaining bytes, not copied. */
    public ByteBuffer takeRest() {
        ByteBuffer rest = in.slice();
        in.position(in.limit());
        return rest;
    }

    /** Refuses bytes behind the end. */
    public void end(String what) throws WireException {
        if (in.hasRemaining()) {
            throw new WireException(what + " has " + in.remaining() + " bytes too many");
        }
    }
}
