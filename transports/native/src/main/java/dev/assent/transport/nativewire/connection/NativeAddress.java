package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a process listens. Immutable.
 *
 * @param host a name or a number; IPv6 without its brackets
 * @param port 0 for one that the system chooses
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
     * Of HOST:PORT.
     *
     * @throws IllegalArgumentException when it is anything else
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
     * Of SCHEME://HOST:PORT.
     *
     * @throws IllegalArgumentException when it is anything else
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

    /** Whether it is at this machine; a name is looked at, and not looked up. */
    public boolean isLoopback() {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.[0-9]{1,3}){3}") || host.equals("::1");
    }

    /** Whether it needs no look-up. */
    boolean isNumber() {
        return host.indexOf(':') >= 0 || host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    }

    /** As an address of a scheme. */
    public String at(String scheme) {
        return scheme + "://" + this;
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
