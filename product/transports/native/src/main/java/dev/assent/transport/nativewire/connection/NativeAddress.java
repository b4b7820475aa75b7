package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The host and port at which a process listens. Immutable.
 *
 * @param host a name or a numeric address; IPv6 without its brackets
 * @param port 0 if the system chooses the port
 */
public record NativeAddress(String host, int port) {
    private static final Pattern PLACE =
            Pattern.compile("(?:([A-Za-z0-9](?:[A-Za-z0-9.-]{0,62}))|\\[([0-9A-Fa-f:.]{2,45})]):([0-9]{1,5})");
    private static final int PORT_MAX = 65_535;

    /** Whether a text is HOST:PORT. */
    public static boolean isPlace(String text) {
        Matcher matcher = PLACE.matcher(text);
        return matcher.matches() && Integer.parseInt(matcher.group(3)) <= PORT_MAX;
    }

    /**
     * Reads HOST:PORT.
     *
     * @throws IllegalArgumentException when the text has another form
     */
    public static NativeAddress ofPlace(String text) {
        Matcher matcher = PLACE.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > PORT_MAX) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
        }
        String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        return new NativeAddress(host, Integer.parseInt(matcher.group(3)));
    }

    /**
     * Reads SCHEME://HOST:PORT.
     *
     * @throws IllegalArgumentException when the text has another form
     */
    public static NativeAddress of(String scheme, String address) {
        String front = scheme + "://";
        if (!address.regionMatches(true, 0, front, 0, front.length()) || !isPlace(address.substring(front.length()))) {
            throw new IllegalArgumentException(MESSAGES.addressRefused(address, scheme));
        }
        NativeAddress found = ofPlace(address.substring(front.length()));
        if (found.port == 0) {
            throw new IllegalArgumentException(MESSAGES.addressRefused(address, scheme));
        }
        return found;
    }

    /** Whether it is on this machine; a name is compared, not resolved. */
    public boolean isLoopback() {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.[0-9]{1,3}){3}") || host.equals("::1");
    }

    /** Whether the host is a numeric address, which needs no look-up. */
    boolean isNumber() {
        return host.indexOf(':') >= 0 || host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    }

    /** The address with a scheme. */
    public String at(String scheme) {
        return scheme + "://" + this;
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
