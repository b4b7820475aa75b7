package dev.assent.remote.node;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.foreign.Failure;
import dev.assent.core.foreign.Telling;
import dev.assent.core.observe.Notices;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The life cycle of a process's transports: they join and leave while it runs, and close with it.
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
     * No transports yet.
     *
     * @param found finds them by their schemes while they are joined
     * @param notices get the failure of one that can't be closed
     */
    JoinedTransports(Transports found, Notices notices) {
        this.found = found;
        this.notices = notices;
    }

    /**
     * Adds a transport; closes it if it can't join.
     *
     * @param opening opens it
     * @throws IllegalArgumentException if another transport has its scheme
     * @throws IllegalStateException if the process is closed, or the transport can't be opened
     */
    void add(Transport transport, Consumer<Transport> opening) {
        synchronized (lock) {
            try {
                join(transport, opening);
            } catch (Throwable refused) {
                if (!joined.contains(transport)) { // a joined transport that is added once more stays
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
            Failure.suppress(refused, failed);
        }
    }

    /**
     * Removes a transport: new calls don't use it, unfinished messages end, and it is closed. Ignored if it has not
     * joined.
     */
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

    /** Runs an action for each joined transport. */
    void forEach(Consumer<Transport> action) {
        joined.forEach(action);
    }

    /** Lets each end the messages whose time is over. */
    void tick() {
        Telling.all(joined, Transport::tick);
    }

    /** Closes all, the last one first. If one fails, operators read of it, and the others close all the same. */
    void close() {
        synchronized (lock) {
            isClosed = true;
        }
        List<Transport> lastFirst = new ArrayList<>(joined);
        Collections.reverse(lastFirst);
        for (Transport each : lastFirst) {
            try {
                each.close(); // it may send until it is closed, so it can be found until then
            } catch (Throwable failed) {
                notices.warning(MESSAGES.transportNotClosed(each.scheme(), failed));
            }
            joined.remove(each);
            found.remove(each);
        }
    }
}
