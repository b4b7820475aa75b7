package dev.assent.resources.node;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.adapter.Ticker;
import dev.assent.core.message.Message;
import dev.assent.core.observe.Notices;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.service.Connector;
import dev.assent.remote.service.ServiceRefusedException;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.remote.transport.Transports;
import dev.assent.remote.transport.WireObserver;
import jakarta.transaction.UserTransaction;
import java.util.Map;
import java.util.function.Consumer;
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
    private static final int TICK_MILLIS = 100;
    private static final long CALL_MILLIS_MAX = 30_000;

    /** Nobody asks a client for anything. */
    private static final Inbound NOTHING = new Inbound() {
        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            String text = Message.CLIENT_TAKES_NOTHING.text(call, from.name());
            reply.accept(new Result.Thrown(new ServiceRefusedException(text, null), false, Result.Effect.NONE));
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            String text = Message.CLIENT_TAKES_NOTHING.text(request, from.name());
            reply.accept(new Response.Refused(Response.Why.NOT_MINE, text));
        }
    };

    private final Notices notices = new SystemLoggerNotices();
    private final Transport transport;
    private final RemoteTransactions transactions;
    private final Connector connector;
    private final Ticker ticker;

    private Client(String coordinator, Map<String, String> settings, @Nullable WireObserver observer) {
        transport = TransportProviders.found()
                .of(coordinator)
                .configure("client", Transports.scheme(coordinator) + ":", settings)
                .make(new TransportOwner(null, nothing -> null, SystemClock.INSTANCE, notices, observer));
        Transports transports = new Transports(address -> false); // of messages; the application names its own
        transports.add(transport);
        transports.peer(coordinator); // refuses an address that is none
        transactions = new RemoteTransactions(transports, coordinator, ThreadWaiter::new, SystemClock.INSTANCE);
        connector = new Connector(transactions, transports, ThreadWaiter::new, CALL_MILLIS_MAX);
        transport.open(NOTHING);
        ticker = new Ticker(
                "assent-client",
                TICK_MILLIS,
                transport::tick,
                failed -> notices.warning(Message.TICK_FAILED.text(failed)));
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
        return transactions;
    }

    /** A proxy of an object of a node; as {@link Connector#connect}. */
    public <T> T connect(String address, Class<T> type) {
        return connector.connect(address, type);
    }

    /** Lets what is under way end within the transport's limit, and gives back all it holds. Idempotent. */
    @Override
    public void close() {
        transport.close();
        ticker.close();
    }
}
