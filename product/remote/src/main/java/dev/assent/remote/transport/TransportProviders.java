package dev.assent.remote.transport;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * The wires on the class path, by scheme.
 *
 * <p>Thread safety: immutable and safe to share, as the providers are.
 */
public final class TransportProviders {
    private final Map<String, TransportProvider> byScheme = new TreeMap<>();

    private TransportProviders(Iterable<TransportProvider> providers) {
        for (TransportProvider each : providers) {
            TransportProvider other = byScheme.put(each.scheme(), each);
            if (other != null) {
                throw new IllegalArgumentException(MESSAGES.transportProvidedTwice(
                        each.scheme(),
                        other.getClass().getName(),
                        each.getClass().getName()));
            }
        }
    }

    /**
     * The wires on the class path of the calling thread.
     *
     * @throws IllegalArgumentException if two of them have the same scheme
     */
    public static TransportProviders found() {
        return new TransportProviders(ServiceLoader.load(TransportProvider.class));
    }

    /** The providers in the order of their schemes. */
    public Iterable<TransportProvider> all() {
        return byScheme.values();
    }

    /**
     * The provider for an address, found by the part of its scheme before a {@code +}.
     *
     * @throws IllegalArgumentException if it has no scheme, or no provider has its scheme; the message names the
     *     artifact to add
     */
    public TransportProvider of(String address) {
        String scheme = Transports.scheme(address);
        TransportProvider found = byScheme.get(Transports.wire(scheme));
        if (found == null) {
            throw Transports.missing(address, scheme, byScheme.keySet());
        }
        return found;
    }
}
