package dev.assent.transport.soap.http;

import dev.assent.core.message.Message;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * A place that can be posted to, taken apart once: whether it may be called is asked of the very parts that it is called
 * by (law 22). Immutable.
 *
 * @param host a name or an address; one of IPv6 in brackets
 * @param pathAndQuery begins with a slash
 */
public record HttpUrl(String host, int port, String pathAndQuery) {
    private static final String SCHEME = "soap://";
    private static final int PORT_DEFAULT = 80;

    /**
     * Takes a URL apart.
     *
     * @throws IllegalArgumentException when it is none that can be posted to; the message names it, and what is allowed
     */
    public static HttpUrl of(String url) {
        try {
            URI uri = new URI(url);
            boolean isPlace = "http".equalsIgnoreCase(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && uri.getPort() <= 0xFFFF
                    && uri.getPort() != 0;
            if (isPlace) {
                String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
                String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
                return new HttpUrl(uri.getHost(), uri.getPort() < 0 ? PORT_DEFAULT : uri.getPort(), path + query);
            }
        } catch (URISyntaxException none) {
            // refused below, as others are
        }
        throw new IllegalArgumentException(Message.SOAP_URL_REFUSED.text(url));
    }

    /**
     * Takes an address among those of all transports apart, such as {@code soap://127.0.0.1:8080/account}.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public static HttpUrl ofAddress(String address) {
        if (!address.startsWith(SCHEME)) {
            throw new IllegalArgumentException(Message.SOAP_URL_REFUSED.text(address));
        }
        return of("http://" + address.substring(SCHEME.length()));
    }

    /** The same process. */
    public HttpUrl at(String newPathAndQuery) {
        return new HttpUrl(host, port, newPathAndQuery);
    }

    /** The process, as {@code HOST:PORT}. */
    public String place() {
        return host + ":" + port;
    }

    /** The URL by which it is called. */
    public String url() {
        return "http://" + rest();
    }

    /** Its address among those of all transports, by which lists allow it. */
    public String address() {
        return SCHEME + rest();
    }

    private String rest() {
        return place() + pathAndQuery;
    }
}
