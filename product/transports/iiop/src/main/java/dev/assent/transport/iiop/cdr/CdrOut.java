package dev.assent.transport.iiop.cdr;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes one encapsulation (CORBA 3.0, section 15.3.3), in big-endian byte order.
 *
 * <p>Not thread-safe.
 */
public final class CdrOut {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

    /** Has the byte order and nothing else. */
    public CdrOut() {
        out.write(0);
    }

    /** One octet. */
    public CdrOut putOctet(int value) {
        out.write(value);
        return this;
    }

    /** An unsigned short. */
    public CdrOut putUshort(int value) {
        if (out.size() % Short.BYTES != 0) {
            out.write(0);
        }
        out.write(value >>> 8);
        out.write(value);
        return this;
    }

    /** A long, signed or unsigned. */
    public CdrOut putLong(int value) {
        while (out.size() % Integer.BYTES != 0) {
            out.write(0);
        }
        out.write(value >>> 24);
        out.write(value >>> 16);
        out.write(value >>> 8);
        out.write(value);
        return this;
    }

    /** A sequence of octets. */
    public CdrOut putOctets(byte[] octets) {
        putLong(octets.length);
        out.writeBytes(octets);
        return this;
    }

    /** A string of one byte a character. */
    public CdrOut putString(String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        putLong(octets.length + 1);
        out.writeBytes(octets);
        out.write(0);
        return this;
    }

    /** All that was written. */
    public byte[] toByteArray() {
        return out.toByteArray();
    }
}
