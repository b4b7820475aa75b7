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
 * A process without a transaction manager: a coordinator elsewhere begins and ends its transactions, and what it calls
 * takes part in them. It has no log, exports nothing, and nothing of it is recovered.
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

    /** Answers for those who let this one wait too long, also while it is being closed. */
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
     * A client of a coordinator, with one thread of its own. Nothing is sent, so the coordinator need not be there yet.
     *
     * @param coordinator the address of its node
     * @param config of which {@link RemoteSetting#CALL_TIMEOUT_MILLIS} counts, and for references that a transport is given by
     *     others {@link RemoteSetting#ALLOWED_ADDRESSES}
     */
    public static ConnectedClient open(String coordinator, RemoteConfig config) {
        return new ConnectedClient(coordinator, config);
    }

    /** Begins and ends transactions of the calling thread, at the coordinator; {@link RemoteTransactions} says how. */
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
     * A transport joins: others are reached by it. What they send to a client is refused. One that can't join is closed.
     *
     * @throws IllegalArgumentException when another one has its scheme
     * @throws IllegalStateException when the client is closed, or the transport can't be opened
     */
    public void add(Transport transport) {
        joined.add(transport, each -> each.open(TakesNothing.INSTANCE));
    }

    /**
     * A transport of the wires on the class path joins, as {@link #add(Transport)}.
     *
     * @param address its scheme says which wire, such as {@code native:}; with a place behind it, such as {@code
     *     soap://127.0.0.1:8081}, the transport also listens there, which a coordinator needs that answers by a connection
     *     of its own
     * @param settings of the wire, as {@code transport.client.KEY} in a node's file
     * @param observer is told of every message; null for nobody
     * @throws IllegalArgumentException also when there is no such wire, the address is neither a scheme and a colon nor a
     *     place to listen at, or a setting is refused
     * @throws IllegalStateException also when the place can't be listened at
     */
    public void add(String address, Map<String, String> settings, @Nullable WireObserver observer) {
        add(TransportProviders.found()
                .of(address)
                .configure("client", address, settings)
                .make(new TransportOwner(
                        null, nothing -> null, SystemClock.INSTANCE, notices, observer, null, allowed)));
    }

    /** Where this client listens, in the order in which its transports have joined; none of those that listen nowhere. */
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

    /** A transport leaves: no calls are made by it any more, what is under way ends, and it is closed. */
    public void remove(Transport transport) {
        joined.remove(transport);
    }

    /**
     * Lets what is under way end, as long as its transports do, and closes them, the last one first. Transactions that
     * are not ended roll back when their time is over. Idempotent.
     */
    @Override
    public void close() {
        joined.close();
        ticker.close();
    }
}
