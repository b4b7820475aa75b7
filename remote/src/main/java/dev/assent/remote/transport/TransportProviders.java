package dev.assent.remote.transport;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Every wire that is on the class path, by scheme.
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
     * Those that the class path of the calling thread has.
     *
     * @throws IllegalArgumentException when two of them have one scheme
     */
    public static TransportProviders found() {
        return new TransportProviders(ServiceLoader.load(TransportProvider.class));
    }

    /** In the order of their schemes. */
    public Iterable<TransportProvider> all() {
        return byScheme.values();
    }

    /**
     * The provider for an address, found by what its scheme has before a {@code +}.
     *
     * @throws IllegalArgumentException when it has no scheme, or none of these has it; the message names the artifact to
     *     add
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
