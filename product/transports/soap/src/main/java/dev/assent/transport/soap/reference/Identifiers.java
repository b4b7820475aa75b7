package dev.assent.transport.soap.reference;

import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts a transaction's identity to the Identifier of a CoordinationContext, and back (WS-Coordination 1.2, section
 * 2). The conversion loses nothing in either direction. Assent's own identity is {@code urn:assent:transaction:DIGITS},
 * one of another wire {@code urn:assent:transaction:FORMAT:DIGITS}; any other URI is an identity of the format {@link
 * #FORMAT_URI}, whose bytes are the URI. Pure functions.
 */
public final class Identifiers {
    /** The format of an identity whose bytes are a URI: "ASWS". */
    static final int FORMAT_URI = 0x41535753;

    private static final String PREFIX = "urn:assent:transaction:";
    private static final Pattern OWN = Pattern.compile(PREFIX + "(?:([0-9a-f]{8}):)?((?:[0-9a-f]{2})*)");

    private Identifiers() {}

    /** The URI of an identity. */
    public static String of(TransactionId id) {
        if (id instanceof LocalTransactionId) {
            return PREFIX + id;
        }
        return id.format() == FORMAT_URI
                ? new String(id.global(), StandardCharsets.UTF_8)
                : PREFIX + HexFormat.of().toHexDigits(id.format()) + ":"
                        + HexFormat.of().formatHex(id.global());
    }

    /**
     * The identity of a URI.
     *
     * @throws IllegalArgumentException if it is longer than an identity may be
     */
    public static TransactionId read(String uri) {
        Matcher own = OWN.matcher(uri);
        if (!own.matches()) {
            return new ForeignTransactionId(FORMAT_URI, uri.getBytes(StandardCharsets.UTF_8));
        }
        byte[] global = HexFormat.of().parseHex(own.group(2));
        int format = own.group(1) == null ? TransactionId.ASSENT_FORMAT : HexFormat.fromHexDigits(own.group(1));
        return TransactionId.of(format, global);
    }
}
