package dev.assent.transport.soap.service;

import dev.assent.transport.soap.http.Receiver.Posted;
import dev.assent.transport.soap.reference.Keys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells callers apart by a key that each sends with its calls: in a cookie (RFC 6265), or behind the path of a URL that
 * was rewritten for it. A caller without a key gets one. Pure functions.
 */
final class Sessions {
    private static final String NAME = "assent-session";
    private static final String KEY = "[0-9a-f]{32}";
    private static final Pattern COOKIE = Pattern.compile("(?:^|;\\s*)" + NAME + "=(" + KEY + ")(?:\\s*;|$)");
    private static final Pattern PATH = Pattern.compile("([^;]*)(?:;" + NAME + "=(" + KEY + "))?");
    private static final int SHOWN_BYTES = 8;

    private Sessions() {}

    /**
     * The session of a caller.
     *
     * @param key known to this caller only
     * @param isNew whether the key was made just now
     * @param hasCookie whether the caller is known to keep cookies
     */
    record Session(String key, boolean isNew, boolean hasCookie) {
        /** The name of the session; it does not reveal the key. */
        String name() {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.US_ASCII));
                return "soap session " + HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible); // every Java has the algorithm
            }
        }

        /** The header Set-Cookie for a new session. */
        String setCookie() {
            return NAME + "=" + key + "; Path=/; HttpOnly; SameSite=Strict";
        }

        /** A path for the caller: rewritten if it is not known to keep cookies. */
        String rewritten(String path) {
            return hasCookie ? path : path + ";" + NAME + "=" + key;
        }
    }

    /** The header Cookie of a caller with this key. */
    static String cookie(String key) {
        return NAME + "=" + key;
    }

    /** The session of a call. */
    static Session of(Posted posted) {
        Matcher cookie = COOKIE.matcher(posted.header("cookie").orElse(""));
        if (cookie.find()) {
            return new Session(cookie.group(1), false, true);
        }
        Matcher path = PATH.matcher(posted.path());
        return path.matches() && path.group(2) != null
                ? new Session(path.group(2), false, false)
                : new Session(Keys.random(), true, false);
    }

    /** A path without a rewritten key. */
    static String plain(String path) {
        int semicolon = path.indexOf(';');
        return semicolon < 0 ? path : path.substring(0, semicolon);
    }
}
