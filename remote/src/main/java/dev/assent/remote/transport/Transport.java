package dev.assent.remote.transport;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One wire: brings calls and requests to other processes and from them, and nothing else. It never sends anything
 * again by itself, never brings one message to its process twice on purpose, and answers everything exactly once,
 * with {@code Unanswered} when its time is over.
 *
 * <p>Whatever a reply, an observer or the work of a call throws is the failure of that one message, and ends neither a thread of
 * the transport nor a connection that others use ({@link dev.assent.core.foreign.ForeignCode}).
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface Transport extends AutoCloseable {
    /** The scheme of the addresses it serves, in lower case. */
    String scheme();

    /** What its wire can carry. */
    Set<Feature> can();

    /**
     * Where other processes reach this one; null when it does not listen. The front of every address is its scheme and
     * the place, as {@code scheme://host:port/}, whatever follows, so that a list can allow it (law 22): a reference or
     * an endpoint that says this otherwise is put behind it.
     */
    @Nullable String address();

    /**
     * Where strangers begin who have no address of ours, such as the URL of a service, with what it is; empty when there is
     * no such place, or it does not listen.
     */
    default List<String> entrances() {
        String only = entrance();
        return only == null ? List.of() : List.of(only);
    }

    /** The only one, or the first, of {@link #entrances}; null when there is none. */
    default @Nullable String entrance() {
        return null;
    }

    /**
     * A process at an address. Nothing is sent, so it need not be there.
     *
     * @throws IllegalArgumentException when the address is none of this transport's
     */
    Peer peer(String address);

    /**
     * An address in another form that names an object which this transport reaches, such as a stringified reference, in the
     * form that it has here. Nothing is sent.
     *
     * @return null when it does not know the form
     * @throws IllegalArgumentException when it knows the form, and the address is none
     */
    default @Nullable String inOwnForm(String address) {
        return null;
    }

    /** Begins to bring in what other processes send. Called once, before anything is sent. */
    void open(Inbound inbound);

    /**
     * Answers for those whose time is over. Called by the node's timer, some times a second; does not block. What it throws
     * is told to operators, and keeps neither the timer nor other transports ({@link dev.assent.core.foreign.ForeignCode}).
     */
    default void tick() {}

    /**
     * Takes no more calls, lets what is under way end within a limit of its own, and gives back all it holds. Until then
     * requests are taken: what is under way may need them, as when who was called registers before its reply goes. Called
     * of a transport that can't be opened, too.
     */
    @Override
    void close();

    /** What a wire can carry; what it lacks is done otherwise, or not at all (docs/design/ots.md, ws-at.md). */
    enum Feature {
        /** A registration rides on the reply of a call (law 16); else a message of its own goes before the reply. */
        REGISTRATION_ON_REPLY,
        /** Synchronizations are asked before any participant prepares (law 19); else they run inside prepare. */
        SYNCHRONIZATIONS,
        /** A lone participant commits in one phase; else it is prepared, and the decision is forced (law 4). */
        ONE_PHASE,
        /** Heuristic outcomes are reported; else a superior hears what was decided, and who has one keeps it. */
        HEURISTICS,
        /** They are forgotten when the superior has seen them; else each end has an operator for that. */
        FORGET,
        /**
         * A prepared subordinate may ask what is decided; else it waits until it is told. A superior tells a commit again
         * after a restart, but a rollback it has forgotten: then an operator decides.
         */
        INQUIRY,
        /**
         * A restarted node says so to the nodes that have voted in its transactions. A subordinate that has not voted may
         * ask what is decided: the question does not count as a vote. Without this feature a prepared subordinate asks after
         * a while, and any other waits for its timeout.
         */
        RESTARTS
    }
}
