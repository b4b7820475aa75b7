package dev.assent.transport.iiop.cdr;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads one encapsulation (CORBA 3.0, section 15.3.3): its byte order, then values, each aligned to its size. It trusts
 * no length: it allocates no more than what has come. The ORB's own Codec does trust lengths, so that a few bytes of a
 * stranger cost gigabytes.
 *
 * <p>Not thread-safe.
 */
public final class CdrIn {
    private final ByteBuffer in;

    /**
     * Reads an encapsulation from its first byte on.
     *
     * @throws CdrException when it has no byte order
     */
    public CdrIn(byte[] encapsulation) throws CdrException {
        in = ByteBuffer.wrap(encapsulation);
        int order = takeOctet("the byte order");
        if (order > 1) {
            throw new CdrException("byte order " + order + " is not allowed; 0 and 1 are");
        }
        in.order(order == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    }

    /** An unsigned octet. */
    public int takeOctet(String what) throws CdrException {
        try {
            return in.get() & 0xFF;
        } catch (BufferUnderflowException tooShort) {
            throw ends(what);
        }
    }

    /** An unsigned short. */
    public int takeUshort(String what) throws CdrException {
        align(Short.BYTES, what);
        return in.getShort() & 0xFFFF;
    }

    /** A long, signed or unsigned. */
    public int takeLong(String what) throws CdrException {
        align(Integer.BYTES, what);
        return in.getInt();
    }

    /** The number of elements of a sequence, at most as many as there are bytes left, since each has at least one. */
    public int takeCount(String what) throws CdrException {
        int count = takeLong(what);
        if (count < 0 || count > in.remaining()) {
            throw new CdrException(what + " has " + Integer.toUnsignedLong(count) + " elements, and " + in.remaining()
                    + " bytes follow");
        }
        return count;
    }

    /** A sequence of octets. */
    public byte[] takeOctets(String what) throws CdrException {
        byte[] octets = new byte[takeCount(what)];
        in.get(octets);
        return octets;
    }

    /** A string of one byte a character, without the null at its end. */
    public String takeString(String what) throws CdrException {
        byte[] octets = takeOctets(what);
        if (octets.length == 0 || octets[octets.length - 1] != 0) {
            throw new CdrException(what + " does not end with a null, as strings do");
        }
        return new String(octets, 0, octets.length - 1, StandardCharsets.ISO_8859_1);
    }

    private void align(int size, String what) throws CdrException {
        int padding = -in.position() & (size - 1);
        if (in.remaining() < padding + size) {
            throw ends(what);
        }
        in.position(in.position() + padding);
    }

    private static CdrException ends(String what) {
        return new CdrException("it ends before " + what);
    }
}
