package dev.assent.lab.invocations;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The counterparts of our transports: the paper's transport of their name, or a server's own one, and a peer of today.
 */
final class Counterpart {
    private static final Map<String, String> PUBLISHED = Map.of(
            "iiop", PublishedFigures.IIOP,
            "soap", PublishedFigures.SOAP,
            "native", PublishedFigures.JBOSS_REMOTING);

    /**
     * Our transports that stand for the paper's, in its order: the paper's claims about all transports are about these.
     */
    static final List<String> ALL = List.of("iiop", "soap", "native");

    /** Another maker's transactions by the same standard, which are measured in the same run. */
    private static final Map<String, String> PEERS = Map.of("iiop", "narayana-jts", "soap", "narayana-xts");

    private Counterpart() {}

    /** The name in the paper; empty for a transport that has no place there. */
    static Optional<String> of(String transport) {
        return Optional.ofNullable(PUBLISHED.get(transport));
    }

    /** The peer by the same standard; empty for a transport whose protocol no other product has. */
    static Optional<String> peerOf(String transport) {
        return Optional.ofNullable(PEERS.get(transport));
    }

    /** Ours that is in the place of one of the paper; any other name is that of the transport itself. */
    static String inPlaceOf(String transport) {
        return PUBLISHED.entrySet().stream()
                .filter(each -> each.getValue().equals(transport))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(transport);
    }
}
