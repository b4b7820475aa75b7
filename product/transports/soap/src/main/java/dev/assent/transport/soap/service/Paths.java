package dev.assent.transport.soap.service;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The names of objects as paths, and back (RFC 3986, section 2.1). Pure functions. */
final class Paths {
    private Paths() {}

    static String of(String object) {
        return "/"
                + URLEncoder.encode(object, StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace("%7E", "~");
    }

    /** The name behind the last slash of a path or a URL; empty if it is not a valid name. */
    static String object(String path) {
        String plain = Sessions.plain(path);
        try {
            return URLDecoder.decode(
                    plain.substring(plain.lastIndexOf('/') + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException none) {
            return "";
        }
    }
}
