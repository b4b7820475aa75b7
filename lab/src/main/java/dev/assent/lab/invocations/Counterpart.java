package dev.assent.lab.invocations;

import java.util.Map;
import java.util.Optional;

/** Which transport of the paper ours are held against: that of their name, or that a server has of its own. */
final class Counterpart {
    private static final Map<String, String> PUBLISHED =
            Map.of("iiop", "IIOP", "soap", "SOAP/HTTP", "native", "JBoss Remoting");

    private Counterpart() {}

    /** The name in the paper; empty for a transport that has no place there. */
    static Optional<String> of(String transport) {
        return Optional.ofNullable(PUBLISHED.get(transport));
    }
}
