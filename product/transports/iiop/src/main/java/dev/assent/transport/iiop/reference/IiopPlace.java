package dev.assent.transport.iiop.reference;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The host and port at which a process listens. Immutable.
 *
 * @param host a name or a numeric address, in lower case; IPv6 without its brackets
 * @param port 0 if the system chooses the port
 */
public record IiopPlace(String host, int port) {
    private static final String NAME = "[a-z0-9](?:[a-z0-9._-]{0,252})";

    /** A numeric address of IPv6; its colon tells it from a name. */
    private static final String NUMBERS = "(?=[0-9a-f.]*:)[0-9a-f:.]{2,45}";

    private static final Pattern HOST = Pattern.compile(NAME + "|" + NUMBERS);
    private static final Pattern PLACE = Pattern.compile("(?:(" + NAME + ")|\\[(" + NUMBERS + ")]):([0-9]{1,5})");
    private static final int PORT_MAX = 65_535;

    /** Reads a text of the form HOST:PORT; empty if it has another form. */
    public static Optional<IiopPlace> parse(String text) {
        Matcher matcher = PLACE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > PORT_MAX) {
            return Optional.empty();
        }
        String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        return Optional.of(new IiopPlace(host, Integer.parseInt(matcher.group(3))));
    }

    /**
     * The place in a profile of a reference. The sender of the reference wrote it, and it is compared with a list of
     * addresses that may be called. So it must be a host and a port, and nothing else.
     */
    static IiopPlace ofProfile(String host, int port) throws ReferenceException {
        String plain = host.toLowerCase(Locale.ROOT);
        if (!HOST.matcher(plain).matches() || port == 0) {
            throw new ReferenceException("its place is host '" + host + "', port " + port
                    + "; a host name or numeric address is allowed, and a port from 1 to " + PORT_MAX);
        }
        return new IiopPlace(plain, port);
    }

    /** Whether it is on this machine; a name is compared, not resolved. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.matches("127(\\.[0-9]{1,3}){3}") || host.equals("::1");
    }

    /** HOST:PORT. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
