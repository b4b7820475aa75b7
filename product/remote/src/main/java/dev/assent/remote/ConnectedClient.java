package dev.assent.remote;

import dev.assent.remote.node.CallingClient;
import jakarta.transaction.UserTransaction;
import java.util.List;
import java.util.Map;

/**
 * A process without a transaction manager: a coordinator elsewhere begins and ends its transactions, and the processes
 * that it calls take part in them. It has no log, exports nothing, and has nothing to recover.
 *
 * <pre>{@code
 * try (ConnectedClient client = ConnectedClient.open("native://bank-a:7400", RemoteConfig.defaults())) {
 *     client.add("native:", Map.of());
 *     Account account = client.connect("native://bank-b:7400/account", Account.class);
 *     client.transactions().begin();
 *     account.debit(5);
 *     client.transactions().commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface ConnectedClient extends AutoCloseable {
    /**
     * A client of a coordinator, with one thread of its own. This sends nothing, so the coordinator need not run yet.
     *
     * @param coordinator the address of its node; only {@code begin} finds out whether it can be used
     * @param config only {@link RemoteSetting#CALL_TIMEOUT_MILLIS} counts, and {@link RemoteSetting#ALLOWED_ADDRESSES}
     *     for references that a transport gets from others
     */
    static ConnectedClient open(String coordinator, RemoteConfig config) {
        return CallingClient.open(coordinator, config);
    }

    /**
     * Begins and ends transactions of the calling thread at the coordinator, as {@link UserTransaction} says. In addition
     * {@code commit} throws a SystemException if the coordinator does not answer three requests for the outcome.
     */
    UserTransaction transactions();

    /** As {@link Services#connect(String, Class)}, except that this process has no objects of its own. */
    <T> T connect(String address, Class<T> type);

    /** As {@link Services#release}. */
    void release(Object reference);

    /** As {@link Services#renew}. */
    void renew(Object reference);

    /**
     * Adds a transport to reach others. A client refuses their calls and requests. If the transport can't join, it is
     * closed.
     *
     * @throws IllegalArgumentException if another transport has its scheme
     * @throws IllegalStateException if the client is closed, or the transport can't be opened
     */
    void add(NodeTransport transport);

    /**
     * Adds a transport of a wire on the class path, as {@link #add(NodeTransport)} does.
     *
     * @param address its scheme names the wire, such as {@code native:}. With a place behind it, such as {@code
     *     soap://127.0.0.1:8081}, the transport also listens there, for coordinators that answer by a connection of
     *     their own
     * @param settings of the wire, as {@code transport.client.KEY} in a node's file
     * @throws IllegalArgumentException also if the wire is not on the class path, the address is neither a scheme and a
     *     colon nor a place to listen at, or a setting is refused
     * @throws IllegalStateException also if the transport can't listen at the place
     */
    void add(String address, Map<String, String> settings);

    /** The addresses at which this client's transports listen, in the order in which they joined. */
    List<String> addresses();

    /**
     * Removes a transport: new calls don't use it, unfinished messages end, and it is closed. Ignored if it
     * has not joined.
     */
    void remove(NodeTransport transport);

    /**
     * Waits for unfinished messages, within the limits of the transports, and closes these, the last one first.
     * Transactions that were not ended roll back when their timeout is over. Idempotent.
     */
    @Override
    void close();
}
