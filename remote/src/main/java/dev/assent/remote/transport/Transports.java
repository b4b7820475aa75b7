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
     * None yet.
     *
     * @param allowed which addresses that others send may be called (law 22); asked by any thread
     */
    public Transports(Predicate<String> allowed) {
        this.allowed = allowed;
    }

    /**
     * Whether an address that came in a context, or in a registration, may be called (law 22); none may that is too long
     * for a record.
     */
    public boolean mayCall(String address) {
        return address.length() <= Registration.ADDRESS_CHARS_MAX && allowed.test(address);
    }

    /**
     * A transport joins.
     *
     * @throws IllegalArgumentException when another one has its scheme
     */
    public void add(Transport transport) {
        if (byScheme.putIfAbsent(transport.scheme(), transport) != null) {
            throw new IllegalArgumentException(MESSAGES.transportTwice(transport.scheme()));
        }
    }

    /** A transport is about to leave: it is found by what is under way, but for no more calls. */
    public void retire(Transport transport) {
        retired.add(transport);
    }

    /** A transport leaves; its addresses are not reached any more. */
    public void remove(Transport transport) {
        byScheme.remove(transport.scheme(), transport);
        retired.remove(transport);
    }

    /** Of those that calls may be made by. */
    private Set<String> schemes() {
        Set<String> schemes = new TreeSet<>();
        byScheme.forEach((scheme, each) -> {
            if (!retired.contains(each)) {
                schemes.add(scheme);
            }
        });
        return schemes;
    }

    /** The transport of an address; null when there is none. */
    public @Nullable Transport find(String address) {
        return byScheme.get(scheme(address));
    }

    /** Where this process says that it is reached; where nobody is, when the transport does not listen. */
    public static String self(Transport via) {
        String address = via.address();
        return address == null ? via.scheme() + ":" : address;
    }

    /** The scheme of an address, in lower case; empty when it has none. */
    public static String scheme(String address) {
        return address.substring(0, Math.max(0, address.indexOf(':'))).toLowerCase(Locale.ROOT);
    }

    /**
     * The transport for calls to an address.
     *
     * @throws IllegalArgumentException when it has no scheme, or one of no transport here; the message names the
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

    /** What a scheme is a variant of, as {@code native+http} is of {@code native}; else the scheme itself. */
    static String wire(String scheme) {
        return scheme.replaceFirst("\\+.*", "");
    }

    /** There is no such transport; a variant comes with the artifact of its wire. */
    static IllegalArgumentException missing(String address, String scheme, Set<String> known) {
        String shown = ShownAddress.of(address);
        return new IllegalArgumentException(
                scheme.isEmpty()
                        ? MESSAGES.addressWithoutScheme(shown, known)
                        : MESSAGES.transportMissing(shown, scheme, known, wire(scheme)));
    }

    /**
     * The address of an object in the form of the transport that reaches it; itself, when it has that, or nobody knows it.
     *
     * @throws IllegalArgumentException when a transport knows its form, and it is none
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
     * @throws IllegalArgumentException as {@link #of}, or when the address is none of its transport's
     */
    public Peer peer(String address) {
        Transport found = find(address);
        if (found == null) {
            throw missing(address, scheme(address), schemes());
        }
        return found.peer(address);
    }
}
