package dev.assent.transport.soap.http;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * A place that can be posted to, taken apart once: whether it may be called is asked of the very parts that it is called
 * by (law 22). Immutable.
 *
 * @param isSecure whether by HTTPS
 * @param host a name or an address; one of IPv6 in brackets
 * @param pathAndQuery begins with a slash
 */
public record HttpUrl(boolean isSecure, String host, int port, String pathAndQuery) {
    /** What addresses of places that are called by HTTP begin with. */
    public static final String PLAIN = "soap";
    /** What addresses of places that are called by HTTPS begin with. */
    public static final String SECURE = "soap+https";

    private static final String AFTER_SCHEME = "://";
    private static final int PORT_PLAIN = 80;
    private static final int PORT_SECURE = 443;

    /**
     * Takes a URL apart.
     *
     * @throws IllegalArgumentException when it is none that can be posted to; the message names it, and what is allowed
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
            // refused below, as others are
        }
        throw new IllegalArgumentException(MESSAGES.urlRefused(ShownAddress.of(url)));
    }

    /**
     * Takes an address among those of all transports apart, such as {@code soap://127.0.0.1:8080/account}.
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

    /** The same process. */
    public HttpUrl at(String newPathAndQuery) {
        return new HttpUrl(isSecure, host, port, newPathAndQuery);
    }

    /** What is behind this place, in the same process, by a path that begins with a slash. */
    public HttpUrl behind(String path) {
        return at(pathAndQuery.equals("/") ? path : pathAndQuery + path);
    }

    /** The process, as {@code HOST:PORT}. */
    public String place() {
        return host + ":" + port;
    }

    /** The process among those of all transports, as {@code soap://HOST:PORT}. */
    public String process() {
        return (isSecure ? SECURE : PLAIN) + AFTER_SCHEME + place();
    }

    /** The URL by which it is called. */
    public String url() {
        return (isSecure ? "https://" : "http://") + place() + pathAndQuery;
    }

    /** Its address among those of all transports, by which lists allow it. */
    public String address() {
        return process() + pathAndQuery;
    }
}
