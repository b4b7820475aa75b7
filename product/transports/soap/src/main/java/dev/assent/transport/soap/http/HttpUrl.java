package dev.assent.transport.soap.http;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * A URL to post to, parsed once: the check of allowed addresses and the call use the same parts (law 22). Immutable.
 *
 * @param isSecure whether it is HTTPS
 * @param host a name or an address; an IPv6 address in brackets
 * @param pathAndQuery begins with a slash
 */
public record HttpUrl(boolean isSecure, String host, int port, String pathAndQuery) {
    /** The scheme of addresses that are called by HTTP. */
    public static final String PLAIN = "soap";
    /** The scheme of addresses that are called by HTTPS. */
    public static final String SECURE = "soap+https";

    private static final String AFTER_SCHEME = "://";
    private static final int PORT_PLAIN = 80;
    private static final int PORT_SECURE = 443;

    /**
     * Parses a URL.
     *
     * @throws IllegalArgumentException if nothing can be posted to it; the message has the URL and the allowed form
     */
    public static HttpUrl of(String url) {
        try {
            URI uri = new URI(url);
            boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
            boolean isPlace = (isSecure || "http".equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && uri.getPort() <= 0xFFFF
                    && uri.getPort() != 0;
            if (isPlace) {
                String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
                String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
                int usual = isSecure ? PORT_SECURE : PORT_PLAIN;
                return new HttpUrl(isSecure, uri.getHost(), uri.getPort() < 0 ? usual : uri.getPort(), path + query);
            }
        } catch (URISyntaxException none) {
            // refused below
        }
        throw new IllegalArgumentException(MESSAGES.urlRefused(ShownAddress.of(url)));
    }

    /**
     * Parses an address in the form of all transports, such as {@code soap://127.0.0.1:8080/account}.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public static HttpUrl ofAddress(String address) {
        for (boolean isSecure : new boolean[] {false, true}) {
            String front = (isSecure ? SECURE : PLAIN) + AFTER_SCHEME;
            if (address.startsWith(front)) {
                return of((isSecure ? "https://" : "http://") + address.substring(front.length()));
            }
        }
        throw new IllegalArgumentException(MESSAGES.urlRefused(ShownAddress.of(address)));
    }

    /** Another path of the same process. */
    public HttpUrl at(String newPathAndQuery) {
        return new HttpUrl(isSecure, host, port, newPathAndQuery);
    }

    /** A place in the same process, with this path, which begins with a slash, behind the present one. */
    public HttpUrl behind(String path) {
        return at(pathAndQuery.equals("/") ? path : pathAndQuery + path);
    }

    /** The process, as {@code HOST:PORT}. */
    public String place() {
        return host + ":" + port;
    }

    /** The process in the form of all transports, {@code soap://HOST:PORT}. */
    public String process() {
        return (isSecure ? SECURE : PLAIN) + AFTER_SCHEME + place();
    }

    /** The URL for HTTP. */
    public String url() {
        return (isSecure ? "https://" : "http://") + place() + pathAndQuery;
    }

    /** Its address in the form of all transports, as lists of allowed addresses have it. */
    public String address() {
        return process() + pathAndQuery;
    }
}
