package dev.assent.remote.transport;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.message.Registration;
import dev.assent.remote.message.ShownAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The transports of a node, found by the scheme of an address. They may join and leave while it runs.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Transports {
    private final Map<String, Transport> byScheme = new ConcurrentHashMap<>();
    private final Set<Transport> retired = ConcurrentHashMap.newKeySet();
    private final Predicate<String> allowed;

    /**
     * No transports yet.
     *
     * @param allowed which addresses that others send may be called (law 22); called by any thread
     */
    public Transports(Predicate<String> allowed) {
        this.allowed = allowed;
    }

    /**
     * Whether an address that came in a context, or in a registration, may be called (law 22). An address that is too
     * long for a record may not.
     */
    public boolean mayCall(String address) {
        return address.length() <= Registration.ADDRESS_CHARS_MAX && allowed.test(address);
    }

    /**
     * Adds a transport.
     *
     * @throws IllegalArgumentException if another transport has its scheme
     */
    public void add(Transport transport) {
        if (byScheme.putIfAbsent(transport.scheme(), transport) != null) {
            throw new IllegalArgumentException(MESSAGES.transportTwice(transport.scheme()));
        }
    }

    /** Prepares a transport to leave: unfinished work still finds it, new calls do not. */
    public void retire(Transport transport) {
        retired.add(transport);
    }

    /** Removes a transport; its addresses can't be reached any more. */
    public void remove(Transport transport) {
        byScheme.remove(transport.scheme(), transport);
        retired.remove(transport);
    }

    /** The schemes that calls may use. */
    private Set<String> schemes() {
        Set<String> schemes = new TreeSet<>();
        byScheme.forEach((scheme, each) -> {
            if (!retired.contains(each)) {
                schemes.add(scheme);
            }
        });
        return schemes;
    }

    /** The transport of an address; null if there is none. */
    public @Nullable Transport find(String address) {
        return byScheme.get(scheme(address));
    }

    /** This process's address on a transport; an address that reaches nothing if the transport does not listen. */
    public static String self(Transport via) {
        String address = via.address();
        return address == null ? via.scheme() + ":" : address;
    }

    /** The scheme of an address, in lower case; empty if it has none. */
    public static String scheme(String address) {
        return address.substring(0, Math.max(0, address.indexOf(':'))).toLowerCase(Locale.ROOT);
    }

    /**
     * The transport for calls to an address.
     *
     * @throws IllegalArgumentException if it has no scheme, or no transport here has its scheme; the message names the
     *     artifact to add
     */
    public Transport of(String address) {
        Transport found = find(address);
        if (found == null || retired.contains(found)) {
            throw missing(address, scheme(address), schemes());
        }
        return found;
    }

    /** Whether {@link #of} finds this one for calls. */
    public boolean isFound(Transport transport) {
        return transport.equals(byScheme.get(transport.scheme())) && !retired.contains(transport);
    }

    /** The base of a variant's scheme, such as {@code native} of {@code native+http}; else the scheme itself. */
    static String wire(String scheme) {
        return scheme.replaceFirst("\\+.*", "");
    }

    /** The error for a missing transport; a variant comes with the artifact of its wire. */
    static IllegalArgumentException missing(String address, String scheme, Set<String> known) {
        String shown = ShownAddress.of(address);
        String schemes = known.isEmpty() ? "none" : String.join(", ", known);
        return new IllegalArgumentException(
                scheme.isEmpty()
                        ? MESSAGES.addressWithoutScheme(shown, schemes)
                        : MESSAGES.transportMissing(shown, scheme, schemes, wire(scheme)));
    }

    /**
     * The address of an object in the form of the transport that reaches it; unchanged if it has that form already, or
     * no transport knows its form.
     *
     * @throws IllegalArgumentException if a transport knows its form, and it is malformed
     */
    public String inOwnForm(String address) {
        if (find(address) == null) {
            for (Transport each : byScheme.values()) {
                String own = each.inOwnForm(address);
                if (own != null) {
                    return own;
                }
            }
        }
        return address;
    }

    /**
     * The process at an address, to be asked about transactions.
     *
     * @throws IllegalArgumentException as {@link #of}, or if the address does not have the transport's form
     */
    public Peer peer(String address) {
        Transport found = find(address);
        if (found == null) {
            throw missing(address, scheme(address), schemes());
        }
        return found.peer(address);
    }
}
