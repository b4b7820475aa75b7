package dev.assent.remote.transport;

import dev.assent.core.message.Message;
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
    private final Predicate<String> allowed;

    /**
     * None yet.
     *
     * @param allowed which addresses that others send may be called (law 22); asked by any thread
     */
    public Transports(Predicate<String> allowed) {
        this.allowed = allowed;
    }

    /** Whether an address that came in a context, or in a registration, may be called (law 22). */
    public boolean mayCall(String address) {
        return allowed.test(address);
    }

    /**
     * A transport joins.
     *
     * @throws IllegalArgumentException when another one has its scheme
     */
    public void add(Transport transport) {
        if (byScheme.putIfAbsent(transport.scheme(), transport) != null) {
            throw new IllegalArgumentException(Message.TRANSPORT_TWICE.text(transport.scheme()));
        }
    }

    /** A transport leaves; its addresses are not reached any more. */
    public void remove(Transport transport) {
        byScheme.remove(transport.scheme(), transport);
    }

    /** Their schemes. */
    public Set<String> schemes() {
        return new TreeSet<>(byScheme.keySet());
    }

    /** The transport of an address; null when there is none. */
    public @Nullable Transport find(String address) {
        return byScheme.get(scheme(address));
    }

    /** The scheme of an address, in lower case; empty when it has none. */
    public static String scheme(String address) {
        return address.substring(0, Math.max(0, address.indexOf(':'))).toLowerCase(Locale.ROOT);
    }

    /**
     * The transport of an address.
     *
     * @throws IllegalArgumentException when it has no scheme, or one of no transport here; the message names the
     *     artifact to add
     */
    public Transport of(String address) {
        String scheme = scheme(address);
        Transport found = byScheme.get(scheme);
        if (found == null) {
            throw missing(address, scheme, schemes());
        }
        return found;
    }

    /** There is no such transport; a variant such as {@code native+http} comes with the artifact of its wire. */
    static IllegalArgumentException missing(String address, String scheme, Set<String> known) {
        return new IllegalArgumentException(
                scheme.isEmpty()
                        ? Message.ADDRESS_WITHOUT_SCHEME.text(address, known)
                        : Message.TRANSPORT_MISSING.text(address, scheme, known, scheme.replaceFirst("\\+.*", "")));
    }

    /** The process at an address; throws as {@link #of}. */
    public Peer peer(String address) {
        return of(address).peer(address);
    }
}
