package dev.assent.remote;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Telling;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The life of the transports that a process has: they join and leave while it runs, and are closed with it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class JoinedTransports {
    private final Transports found;
    private final Notices notices;

    /** In the order in which they have joined. */
    private final List<Transport> joined = new CopyOnWriteArrayList<>();

    /** Guards that no transport joins a process that is closed. */
    private final Object lock = new Object();

    private boolean isClosed;

    /**
     * None yet.
     *
     * @param found where they are found by their schemes while they are here
     * @param notices are told of one that can't be closed
     */
    JoinedTransports(Transports found, Notices notices) {
        this.found = found;
        this.notices = notices;
    }

    /**
     * One joins; one that can't is closed.
     *
     * @param opening opens it
     * @throws IllegalArgumentException when another one has its scheme
     * @throws IllegalStateException when the process is closed, or the transport can't be opened
     */
    void add(Transport transport, Consumer<Transport> opening) {
        synchronized (lock) {
            try {
                join(transport, opening);
            } catch (Throwable refused) {
                if (!joined.contains(transport)) { // who is here already, and is added once more, stays
                    closeAfter(refused, transport);
                }
                throw refused;
            }
        }
    }

    private void join(Transport transport, Consumer<Transport> opening) {
        if (isClosed) {
            throw new IllegalStateException(MESSAGES.transportTooLate(transport.scheme()));
        }
        found.add(transport);
        try {
            opening.accept(transport);
        } catch (Throwable failed) {
            found.remove(transport);
            throw failed;
        }
        joined.add(transport);
    }

    private static void closeAfter(Throwable refused, Transport transport) {
        try {
            transport.close();
        } catch (Throwable failed) {
            refused.addSuppressed(failed);
        }
    }

    /** One leaves: no calls are made by it any more, what is under way ends, and it is closed. Ignored when it is not here. */
    void remove(Transport transport) {
        if (joined.remove(transport)) {
            found.retire(transport);
            try {
                transport.close();
            } finally {
                found.remove(transport);
            }
        }
    }

    /** Does something with each that has joined. */
    void forEach(Consumer<Transport> action) {
        joined.forEach(action);
    }

    /** Lets each answer for those whose time is over. */
    void tick() {
        Telling.all(joined, Transport::tick);
    }

    /** Closes each, the last one first; what goes wrong with one is told, and keeps no other. */
    void close() {
        synchronized (lock) {
            isClosed = true;
        }
        List<Transport> lastFirst = new ArrayList<>(joined);
        Collections.reverse(lastFirst);
        for (Transport each : lastFirst) {
            try {
                each.close(); // it sends what is to be sent until then, so it is found until then
            } catch (Throwable failed) {
                notices.warning(MESSAGES.transportNotClosed(each.scheme(), failed));
            }
            joined.remove(each);
            found.remove(each);
        }
    }
}
