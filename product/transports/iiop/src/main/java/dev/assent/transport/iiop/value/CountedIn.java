package dev.assent.transport.iiop.value;

import java.util.Arrays;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.portable.InputStream;

/**
 * Counts the bytes of one message and bounds them. The ORB reads what has a fixed size, since it knows the byte order.
 * Positions count from the first byte of the body, which GIOP 1.2 aligns to 8, because references to earlier values are
 * offsets. It trusts no length: it allocates room only for bytes that have come.
 *
 * <p>Not thread-safe.
 */
final class CountedIn {
    private static final int PIECE_BYTES = 65_536;

    private final InputStream in;
    private final int bytesMax;

    private int at;

    CountedIn(InputStream in, int bytesMax) {
        this.in = in;
        this.bytesMax = bytesMax;
    }

    /** The position: how many bytes were read. */
    int at() {
        return at;
    }

    /** How many bytes may still come. */
    int left() {
        return bytesMax - at;
    }

    /** The stream, to read an item that has begun. */
    InputStream stream() {
        return in;
    }

    /** Begins an item of so many bytes, which the caller then reads from the stream. */
    InputStream begin(int align, int bytes) {
        int padding = -at & (align - 1);
        if (bytes > bytesMax - at - padding) {
            throw tooLong(bytes);
        }
        at += padding + bytes;
        return in;
    }

    /** The exception for a length that exceeds the limit. */
    MARSHAL tooLong(int more) {
        return ValueIn.refused(at + " bytes and " + Integer.toUnsignedLong(more) + " more are not allowed; " + bytesMax
                + " at most are");
    }

    /** A long outside of chunks. */
    int takeLong() {
        return begin(Integer.BYTES, Integer.BYTES).read_long();
    }

    /** Octets of an item that has begun. */
    byte[] octets(int count) {
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

    /** Skips so many bytes. */
    void skip(int count) {
        if (count > 0) {
            begin(1, count);
            byte[] piece = new byte[Math.min(count, PIECE_BYTES)];
            for (int left = count; left > 0; left -= piece.length) {
                in.read_octet_array(piece, 0, Math.min(left, piece.length));
            }
        }
    }
}
