package dev.assent.transport.iiop.value;

import java.nio.charset.StandardCharsets;

/** The texts of CDR from their octets. Pure functions. */
final class Texts {
    private static final int MARK_BIG = 0xFEFF;
    private static final int MARK_LITTLE = 0xFFFE;

    private Texts() {}

    /** A string: one byte a character, and a null. */
    static String string(byte[] octets) {
        if (octets.length == 0 || octets[octets.length - 1] != 0) {
            throw ValueIn.refused("a string does not end with a null");
        }
        return new String(octets, 0, octets.length - 1, StandardCharsets.ISO_8859_1);
    }

    /** UTF-16 in big-endian order, unless a byte order mark says otherwise. */
    static String wide(byte[] octets) {
        int mark = octets.length < 2 ? 0 : (octets[0] & 0xFF) << 8 | (octets[1] & 0xFF);
        if (octets.length % 2 != 0) {
            throw ValueIn.refused("a text of " + octets.length + " octets is not allowed; two a character are");
        }
        if (mark == MARK_LITTLE) {
            return new String(octets, 2, octets.length - 2, StandardCharsets.UTF_16LE);
        }
        return mark == MARK_BIG
                ? new String(octets, 2, octets.length - 2, StandardCharsets.UTF_16BE)
                : new String(octets, StandardCharsets.UTF_16BE);
    }
}
