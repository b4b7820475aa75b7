package dev.assent.remote.node;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.adapter.Ticker;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
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
 * The client of a coordinator in another process: its transports, and a thread that ends requests whose time is over.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class CallingClient implements ConnectedClient {
    private static final int TICK_MILLIS = 50;

    private final SystemLoggerNotices notices = new SystemLoggerNotices();
    private final JoinedTransports joined;
    private final RemoteTransactions transactions;
    private final Connector connector;
    private final Predicate<String> allowed;

    /** Ends requests whose time is over, also during the close. */
    private final Ticker ticker;

    private CallingClient(String coordinator, RemoteConfig config) {
        Transports transports = new Transports(nobodyNamesOne -> false);
        joined = new JoinedTransports(transports, notices);
        allowed = AllowedAddresses.of(config);
        transactions = new RemoteTransactions(transports, coordinator, ThreadWaiter::new, SystemClock.INSTANCE);
        connector = new Connector(
                transactions, transports, ThreadWaiter::new, config.number(RemoteSetting.CALL_TIMEOUT_MILLIS));
        ticker = new Ticker(
                "assent-client-timer", TICK_MILLIS, this::tick, failed -> notices.warning(MESSAGES.tickFailed(failed)));
    }

    private void tick() {
        notices.retry();
        joined.tick();
    }

    /** As {@link ConnectedClient#open}. */
    public static CallingClient open(String coordinator, RemoteConfig config) {
        return new CallingClient(coordinator, config);
    }

    @Override
    public UserTransaction transactions() {
        return transactions;
    }

    @Override
    public <T> T connect(String address, Class<T> type) {
        return connector.connect(address, type);
    }

    @Override
    public void release(Object reference) {
        connector.release(reference);
    }

    @Override
    public void renew(Object reference) {
        connector.renew(reference);
    }

    @Override
    public void add(NodeTransport transport) {
        joined.add(Transport.of(transport), each -> each.open(TakesNothing.INSTANCE));
    }

    @Override
    public void add(String address, Map<String, String> settings) {
        add(address, settings, null);
    }

    /**
     * As {@link ConnectedClient#add(String, Map)}.
     *
     * @param observer hears of every message; null for none
     */
    public void add(String address, Map<String, String> settings, @Nullable WireObserver observer) {
        add(TransportProviders.found()
                .of(address)
                .configure("client", address, settings)
                .make(owner(observer)));
    }

    private TransportOwner owner(@Nullable WireObserver observer) {
        return new TransportOwner(null, nothing -> null, SystemClock.INSTANCE, notices, observer, null, allowed);
    }

    /** What a transport needs to know of a client. */
    public static TransportOwner owner(ConnectedClient client) {
        return ((CallingClient) client).owner((WireObserver) null);
    }

    @Override
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

    @Override
    public void remove(NodeTransport transport) {
        joined.remove(Transport.of(transport));
    }

    @Override
    public void close() {
        joined.close();
        ticker.close();
    }
}
