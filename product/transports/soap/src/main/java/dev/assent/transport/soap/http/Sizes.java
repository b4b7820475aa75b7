package dev.assent.transport.soap.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/** How many bytes messages take on a connection (RFC 9112, section 2.1). Pure functions. */
final class Sizes {
    private static final int LINE_END = 2;
    private static final int BETWEEN = 2;

    private Sizes() {}

    /** A message with a body whose length is known. */
    static int of(String firstLine, HttpFields headers, int bodyBytes) {
        int bytes = firstLine.length() + LINE_END + LINE_END + bodyBytes;
        for (HttpField each : headers) {
            String value = each.getValue();
            bytes += each.getName().length() + BETWEEN + (value == null ? 0 : value.length()) + LINE_END;
        }
        return bytes;
    }
}
