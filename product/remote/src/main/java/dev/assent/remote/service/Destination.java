package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.CallUnsentException;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import org.jspecify.annotations.Nullable;

/**
 * A process whose objects are called. It looks up the transport once, and again if another transport has the scheme.
 *
 * <p>Thread safety: safe to share.
 */
final class Destination {
    private final Transports transports;
    private final String process;
    private volatile @Nullable Route route;

    /** The transport, and the process as its peer. */
    record Route(Transport via, Peer peer) {}

    /** The process at an address. */
    Destination(Transports transports, String process) {
        this.transports = transports;
        this.process = process;
    }

    /** Its address. */
    String process() {
        return process;
    }

    /**
     * The present route to the process.
     *
     * @param name the call, for messages
     * @throws CallUnsentException if there is none
     */
    Route route(CallName name) {
        Route known = route;
        if (known == null || !transports.isFound(known.via())) {
            known = find(name);
            route = known;
        }
        return known;
    }

    private Route find(CallName name) {
        try {
            Transport via = transports.of(process);
            return new Route(via, via.peer(process));
        } catch (IllegalArgumentException noWay) {
            throw unsent(name, noWay);
        }
    }

    /** The exception for a call that was not sent. */
    CallUnsentException unsent(CallName name, Throwable cause) {
        return new CallUnsentException(MESSAGES.callUnsent(name, process, cause), cause);
    }

    @Override
    public String toString() {
        return process;
    }
}
