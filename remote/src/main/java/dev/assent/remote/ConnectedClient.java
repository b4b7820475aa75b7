package dev.assent.remote;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.adapter.Ticker;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.client.TakesNothing;
import dev.assent.remote.service.Connector;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.remote.transport.Transports;
import dev.assent.remote.transport.WireObserver;
import jakarta.transaction.UserTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A process without a transaction manager: a coordinator elsewhere begins and ends its transactions, and the processes
 * that it calls take part in them. It has no log, exports nothing, and has nothing to recover.
 *
 * <pre>{@code
 * try (ConnectedClient client = ConnectedClient.open("in-process://bank-a", RemoteConfig.defaults())) {
 *     client.add(network.transport("client", null));
 *     Account account = client.connect("in-process://bank-b/account", Account.class);
 *     client.transactions().begin();
 *     account.debit(5);
 *     client.transactions().commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class ConnectedClient implements AutoCloseable {
    private static final int TICK_MILLIS = 50;

    private final SystemLoggerNotices notices = new SystemLoggerNotices();
    private final JoinedTransports joined;
    private final RemoteTransactions transactions;
    private final Connector connector;
    private final Predicate<String> allowed;

    /** Ends requests whose time is over, also during the close. */
    private final Ticker ticker;

    private ConnectedClient(String coordinator, RemoteConfig config) {
        Transports transports = new Transports(nobodyNamesOne -> false);
        joined = new JoinedTransports(transports, notices);
        allowed = config.allowed();
        transactions = new RemoteTransactions(transports, coordinator, ThreadWaiter::new, SystemClock.INSTANCE);
        connector = new Connector(
                transactions, transports, ThreadWaiter::new, config.services().callMillisMax());
        ticker = new Ticker(
                "assent-client-timer", TICK_MILLIS, this::tick, failed -> notices.warning(MESSAGES.tickFailed(failed)));
    }

    private void tick() {
        notices.retry();
        joined.tick();
    }

    /**
     * A client of a coordinator, with one thread of its own. This sends nothing, so the coordinator need not run yet.
     *
     * @param coordinator the address of its node
     * @param config only {@link RemoteSetting#CALL_TIMEOUT_MILLIS} counts, and {@link RemoteSetting#ALLOWED_ADDRESSES}
     *     for references that a transport gets from others
     */
    public static ConnectedClient open(String coordinator, RemoteConfig config) {
        return new ConnectedClient(coordinator, config);
    }

    /** Begins and ends transactions of the calling thread at the coordinator; see {@link RemoteTransactions}. */
    public UserTransaction transactions() {
        return transactions;
    }

    /** As {@link Connector#connect}. */
    public <T> T connect(String address, Class<T> type) {
        return connector.connect(address, type);
    }

    /** As {@link Connector#release}. */
    public void release(Object reference) {
        connector.release(reference);
    }

    /** As {@link Connector#renew}. */
    public void renew(Object reference) {
        connector.renew(reference);
    }

    /**
     * Adds a transport to reach others. A client refuses their calls and requests. If the transport can't join, it is
     * closed.
     *
     * @throws IllegalArgumentException if another transport has its scheme
     * @throws IllegalStateException if the client is closed, or the transport can't be opened
     */
    public void add(Transport transport) {
        joined.add(transport, each -> each.open(TakesNothing.INSTANCE));
    }

    /**
     * Adds a transport of a wire on the class path, as {@link #add(Transport)} does.
     *
     * @param address its scheme names the wire, such as {@code native:}. With a place behind it, such as {@code
     *     soap://127.0.0.1:8081}, the transport also listens there, for coordinators that answer by a connection of
     *     their own
     * @param settings of the wire, as {@code transport.client.KEY} in a node's file
     * @param observer hears of every message; null for none
     * @throws IllegalArgumentException also if the wire is not on the class path, the address is neither a scheme and a
     *     colon nor a place to listen at, or a setting is refused
     * @throws IllegalStateException also if the transport can't listen at the place
     */
    public void add(String address, Map<String, String> settings, @Nullable WireObserver observer) {
        add(TransportProviders.found()
                .of(address)
                .configure("client", address, settings)
                .make(new TransportOwner(
                        null, nothing -> null, SystemClock.INSTANCE, notices, observer, null, allowed)));
    }

    /** The addresses at which this client's transports listen, in the order in which they joined. */
    public List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        joined.forEach(each -> {
            String address = each.address();
            if (address != null) {
                addresses.add(address);
            }
        });
        return addresses;
    }

    /** Removes a transport: new calls don't use it, unfinished messages end, and it is closed. */
    public void remove(Transport transport) {
        joined.remove(transport);
    }

    /**
     * Waits for unfinished messages, within the limits of the transports, and closes these, the last one first.
     * Transactions that were not ended roll back when their timeout is over. Idempotent.
     */
    @Override
    public void close() {
        joined.close();
        ticker.close();
    }
}
