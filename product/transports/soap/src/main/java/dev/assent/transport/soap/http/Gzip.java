package dev.assent.transport.soap.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** Compressed bodies (RFC 9110, section 8.4.1.3; RFC 1952). Pure functions. */
final class Gzip {
    /** Its name in headers. */
    static final String NAME = "gzip";

    /** The smallest body to compress. */
    private static final int BYTES_MIN = 1_024;

    private Gzip() {}

    /** Whether a body is large enough to compress. */
    static boolean isWorthIt(@Nullable Entity entity) {
        return entity != null && entity.bytes().length >= BYTES_MIN;
    }

    /** Whether these headers say that a body is compressed. */
    static boolean isPacked(HttpFields headers) {
        return NAME.equalsIgnoreCase(headers.get(HttpHeader.CONTENT_ENCODING));
    }

    /** Whether these headers ask for a compressed answer (RFC 9110, section 12.5.3). */
    static boolean isAskedFor(HttpFields headers) {
        return headers.getQualityCSV(HttpHeader.ACCEPT_ENCODING).stream().anyMatch(NAME::equalsIgnoreCase);
    }

    static byte[] packed(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 2);
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException never) {
            throw new UncheckedIOException(never);
        }
        return packed.toByteArray();
    }

    /**
     * Decompresses a body; the result has one byte more than the limit if the body is larger than that.
     *
     * @throws IOException if the body is not compressed
     */
    static byte[] unpacked(byte[] packed, int bytesMax) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readNBytes(bytesMax + 1);
        }
    }
}
