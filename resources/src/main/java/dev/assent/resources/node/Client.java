package dev.assent.resources.node;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.observe.Notices;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.service.Connector;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.remote.transport.Transports;
import dev.assent.remote.transport.WireObserver;
import jakarta.transaction.UserTransaction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A process without a transaction manager: a node elsewhere, its coordinator, begins and ends its transactions, and what it
 * calls takes part in them. It has no log and recovers nothing; when it dies, a transaction whose commit it has not asked for
 * is rolled back by its coordinator when its time is over.
 *
 * <pre>{@code
 * try (Client client = Client.open("native://coordinator:7400", Map.of(), null)) {
 *     Account account = client.connect("native://bank:7401/account", Account.class);
 *     client.transactions().begin();
 *     account.debit(5);
 *     client.transactions().commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread; a transaction belongs to the thread that has begun it.
 */
public final class Client implements AutoCloseable {
    private final ConnectedClient connected;

    private Client(String coordinator, Map<String, String> settings, @Nullable WireObserver observer) {
        Notices notices = new SystemLoggerNotices();
        Transport transport = TransportProviders.found()
                .of(coordinator)
                .configure("client", Transports.scheme(coordinator) + ":", settings)
                .make(new TransportOwner(null, nothing -> null, SystemClock.INSTANCE, notices, observer));
        transport.peer(coordinator); // refuses an address that is none
        connected = ConnectedClient.open(coordinator, RemoteConfig.defaults());
        try {
            connected.add(transport);
        } catch (RuntimeException | Error failed) {
            connected.close();
            throw failed;
        }
    }

    /**
     * Opens a client; sends nothing, so its coordinator need not be there yet.
     *
     * @param coordinator the address of a node; its scheme names the wire that coordinator and services are reached by
     * @param settings of that wire, as {@code transport.client.KEY} in a node's file
     * @param observer is told of every message; null for nobody
     * @throws IllegalArgumentException when there is no such wire, or the address or a setting is refused
     * @throws IllegalStateException when the transport can't be opened
     */
    public static Client open(String coordinator, Map<String, String> settings, @Nullable WireObserver observer) {
        return new Client(coordinator, settings, observer);
    }

    /** Begins and ends transactions, each for the calling thread; as {@link RemoteTransactions} says. */
    public UserTransaction transactions() {
        return connected.transactions();
    }

    /** A proxy of an object of a node; as {@link Connector#connect}. */
    public <T> T connect(String address, Class<T> type) {
        return connected.connect(address, type);
    }

    /** Lets what is under way end within the transport's limit, and gives back all it holds. Idempotent. */
    @Override
    public void close() {
        connected.close();
    }
}
