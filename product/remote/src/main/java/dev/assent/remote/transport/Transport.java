package dev.assent.remote.transport;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.NodeTransport;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One wire: carries calls and requests to other processes and from them, and does nothing else. It never sends a
 * message again by itself, never delivers one twice on purpose, and answers each exactly once, with {@code Unanswered}
 * if its time is over.
 *
 * <p>An exception of a reply, an observer or a called method fails only that message. It ends neither a thread of the
 * transport nor a connection that others use ({@link dev.assent.core.foreign.ForeignCode}).
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface Transport extends NodeTransport {
    /** The features that its wire can carry. */
    Set<Feature> can();

    /**
     * The address at which other processes reach this one; null if it does not listen. Every address begins with the
     * scheme and the place, {@code scheme://host:port/}, so that a list can allow it (law 22). A reference or an
     * endpoint in another form goes behind that.
     */
    @Override
    @Nullable String address();

    @Override
    default List<String> entrances() {
        return List.of();
    }

    /**
     * The process at an address. This sends nothing, so the process need not run.
     *
     * @throws IllegalArgumentException if the address does not have this transport's form
     */
    Peer peer(String address);

    /**
     * Converts an object's address from another form, such as a stringified reference, to this transport's form. This
     * sends nothing.
     *
     * @return null if this transport does not know the form
     * @throws IllegalArgumentException if it knows the form, and the address is malformed
     */
    default @Nullable String inOwnForm(String address) {
        return null;
    }

    /**
     * The transport that a user gives to a node or a client.
     *
     * @throws IllegalArgumentException if it is not one of Assent's
     */
    static Transport of(NodeTransport given) {
        if (given instanceof Transport transport) {
            return transport;
        }
        throw new IllegalArgumentException(MESSAGES.transportForeign(given));
    }

    /** Begins to take messages of other processes. Called once, before anything is sent. */
    void open(Inbound inbound);

    /**
     * Ends messages whose time is over. The node's timer calls this some times a second; it does not block. If it
     * throws, operators read of it, and the timer and other transports go on ({@link
     * dev.assent.core.foreign.ForeignCode}).
     */
    default void tick() {}

    /**
     * Takes no more calls, waits for unfinished messages within a limit of its own, and releases its resources. It
     * takes requests until then, since unfinished calls may need them: a called process may register before its reply
     * goes. Also called if the transport can't be opened.
     */
    @Override
    void close();

    /** The features of a wire. A missing one has a substitute, or does not happen (docs/design/ots.md, ws-at.md). */
    enum Feature {
        /** A registration rides on the reply of a call (law 16); else a message of its own goes before the reply. */
        REGISTRATION_ON_REPLY,
        /** Synchronizations run before any participant prepares (law 19); else they run inside prepare. */
        SYNCHRONIZATIONS,
        /**
         * A lone participant commits in one phase; else it prepares, and the coordinator forces the decision (law 4).
         */
        ONE_PHASE,
        /**
         * A superior hears of heuristic outcomes; else it hears the decision, and only the subordinate keeps the
         * outcome.
         */
        HEURISTICS,
        /** A superior that has seen heuristic outcomes has them forgotten; else each end's operator does that. */
        FORGET,
        /**
         * A prepared subordinate may ask for the decision; else it waits for it. After a restart a superior repeats a
         * commit, but it has forgotten a rollback: then an operator decides.
         */
        INQUIRY,
        /**
         * A restarted node says so to the nodes that have voted in its transactions. A subordinate that has not voted
         * may ask for the decision, and the inquiry does not count as a vote. Without this feature a prepared
         * subordinate asks after a while, and any other waits for its timeout.
         */
        RESTARTS
    }
}
