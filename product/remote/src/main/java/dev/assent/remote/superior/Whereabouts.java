package dev.assent.remote.superior;

import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a subordinate is reached: the address to which requests go, which its restart may change, and the addresses at
 * which calls reached it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Whereabouts {
    private final Transports transports;
    private volatile String address;

    /** The addresses at which calls reached it; replaced when one is added. */
    private volatile Set<String> calledAt = Set.of();

    Whereabouts(String registered, Transports transports) {
        this.transports = transports;
        this.address = registered;
    }

    /** The address to which requests go. */
    String address() {
        return address;
    }

    /** The transport by which requests go; null if none reaches it. */
    @Nullable Transport via() {
        return transports.find(address);
    }

    /** Notes that a reply to a call at this address came from it. */
    synchronized void heardAt(String called) {
        if (calledAt.isEmpty()) {
            calledAt = Set.of(called);
        } else if (!calledAt.contains(called)) {
            Set<String> more = new HashSet<>(calledAt);
            more.add(called);
            calledAt = more;
        }
    }

    /** Whether a call at this address reaches it: a reply said so, or its registered address begins with this one. */
    boolean isAt(String called) {
        return address.equals(called) || address.startsWith(called + "/") || calledAt.contains(called);
    }

    /** Requests go to another address from now on. */
    void moveTo(String elsewhere) {
        address = elsewhere;
    }
}
