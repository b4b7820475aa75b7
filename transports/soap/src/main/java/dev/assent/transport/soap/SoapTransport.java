package dev.assent.transport.soap;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.handler.Programs;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.http.HttpListener;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.BarredPlaces;
import dev.assent.transport.soap.messaging.Exchanges;
import dev.assent.transport.soap.messaging.Observation;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.policy.Policies;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.service.CallCodec;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.xml.XmlLimits;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The SOAP transport of a node, or of a client: calls of document/literal services over HTTP, and transactions by
 * WS-Coordination and WS-AtomicTransaction.
 *
 * <pre>{@code
 * SoapConfig config = SoapConfig.defaults().with(SoapSetting.LISTEN, "127.0.0.1:8080").with(SoapSetting.KEY_FILE, "soap.key");
 * node.add(new SoapTransport(config, owner));
 * Account other = node.connect("soap://127.0.0.1:8081/account", Account.class);
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class SoapTransport implements Transport {
    /** The scheme of its addresses, where they are called by HTTP. */
    public static final String SCHEME = HttpUrl.PLAIN;

    /** That of addresses that are called by HTTPS. */
    public static final String SCHEME_SECURE = HttpUrl.SECURE;

    private static final long LOOK_MILLIS = 10;

    private final SoapConfig config;
    private final TransportOwner owner;
    private final BarredPlaces barred;
    private final Keys keys;
    private final @Nullable SSLContext tls;
    private final Messages messages = new Messages(XmlLimits.DEFAULT);
    private final Operations operations = new Operations();
    private final CallCodec codec;
    private final HttpCaller caller;
    private final Exchanges exchanges;
    private volatile @Nullable Ends ends;
    private volatile @Nullable Contexts contexts;
    private volatile @Nullable HttpListener listener;
    private volatile int lastPort;
    private volatile boolean isClosed;

    /**
     * A transport, which is not opened.
     *
     * @throws IllegalArgumentException when the settings don't go together
     * @throws IllegalStateException when a file they name can't be read
     */
    public SoapTransport(SoapConfig config, TransportOwner owner) {
        this.config = config;
        config.check();
        String host = config.host();
        if (host != null && !config.mayGo(host)) {
            throw new IllegalArgumentException(plainRefused(host));
        }
        this.owner = owner;
        this.tls = config.keys();
        this.barred = new BarredPlaces(owner.notices(), owner.clock());
        this.keys = new Keys(config.secret(owner));
        this.codec =
                new CallCodec(config.small(SoapSetting.MESSAGE_BYTES_MAX), config.key(SoapSetting.MESSAGE_BYTES_MAX));
        this.caller = new HttpCaller(config.caller(), tls, this::maySend);
        this.exchanges = new Exchanges(caller, owner.clock());
    }

    private String plainRefused(String host) {
        return MESSAGES.plainRefused(
                host, config.key(SoapSetting.KEY_STORE), config.key(SoapSetting.PLAIN_BEYOND_LOOPBACK));
    }

    /** Whether an address that others have sent is called (law 22). */
    private boolean mayCall(String address) {
        return owner.mayCall().test(address) && config.mayGo(HttpUrl.ofAddress(address));
    }

    /** The same, when something is to be sent there; operators read of it when it is not. */
    private boolean maySend(String address) {
        boolean isAllowed = mayCall(address);
        if (!isAllowed) {
            barred.tell(address);
        }
        return isAllowed;
    }

    private boolean mayAnswer(EndpointReference place) {
        try {
            return maySend(HttpUrl.of(place.address()).address());
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private void checkMayGo(HttpUrl place) {
        if (place.isSecure() != config.isProtected()) {
            throw new IllegalArgumentException(MESSAGES.plainOrSecure(
                    ShownAddress.of(place.address()),
                    config.isProtected() ? "HTTPS" : "HTTP",
                    config.key(SoapSetting.KEY_STORE)));
        }
        if (!config.mayGo(place)) {
            throw new IllegalArgumentException(plainRefused(place.host()));
        }
    }

    @Override
    public String scheme() {
        return config.scheme();
    }

    @Override
    public Set<Feature> can() {
        return EnumSet.of(Feature.SYNCHRONIZATIONS, Feature.INQUIRY);
    }

    // ---- where it is

    /** Where it listens, also when it has stopped to; 0 before. */
    private int port() {
        HttpListener listening = listener;
        int now = listening == null ? 0 : listening.port();
        if (now > 0) {
            lastPort = now;
        }
        return lastPort;
    }

    @Override
    public @Nullable String address() {
        return port() <= 0 ? null : scheme() + "://" + reached();
    }

    /** By which host and port others reach it. */
    private String reached() {
        String told = config.get(SoapSetting.ADDRESS);
        return told.isEmpty() ? config.host() + ":" + port() : told;
    }

    /** Where transactions are begun: the URL of the Activation service. */
    public String activation() {
        return base() + Desk.ACTIVATION;
    }

    @Override
    public @Nullable String entrance() {
        return port() <= 0 ? null : "Activation service: " + activation();
    }

    /** For the handlers of applications that are on a stack of their own, such as Apache CXF. */
    public Programs programs() {
        return new ProgramsHere(() -> contexts);
    }

    private String base() {
        if (port() <= 0) {
            throw new IllegalArgumentException(MESSAGES.notListeningFor(config.key(SoapSetting.LISTEN)));
        }
        return (config.isProtected() ? "https://" : "http://") + reached();
    }

    @Override
    public String toString() {
        String address = address();
        return address == null ? scheme() + ":" : address;
    }

    // ---- others

    @Override
    public Peer peer(String peersAddress) {
        EndpointAddress endpoint = EndpointAddress.isOne(peersAddress) ? EndpointAddress.of(peersAddress) : null;
        HttpUrl place = endpoint == null
                ? HttpUrl.ofAddress(peersAddress)
                : HttpUrl.of(endpoint.place().address());
        checkMayGo(place);
        return new SoapPeer(
                new SoapPeer.To(peersAddress, place, endpoint),
                config.number(SoapSetting.REQUEST_MILLIS_MAX),
                () -> isClosed ? null : ends);
    }

    // ---- its life

    /**
     * Begins to listen, where {@code soap-listen} says.
     *
     * @throws IllegalStateException when that is not possible
     */
    @Override
    public void open(Inbound inbound) {
        Outbox outbox = new Outbox(messages, exchanges, new Observation(owner.observer()));
        Contexts opened = new Contexts(
                new Desk(inbound, owner.clock(), outbox, this::base, this::mayCall, config.expires(), keys));
        contexts = opened;
        Ends made = new Ends(
                opened,
                owner.types(),
                new Ends.Calls(
                        operations,
                        codec,
                        exchanges,
                        new Policies(exchanges, owner.clock(), config.small(SoapSetting.MESSAGE_BYTES_MAX)),
                        config.number(SoapSetting.CALL_MILLIS_MAX)));
        caller.open();
        ends = made;
        String host = config.host();
        if (host != null) {
            HttpListener listening = new HttpListener(
                    new HttpListener.Place(host, config.port(), tls),
                    config.listener(),
                    made.receiver(messages, outbox, this::mayAnswer));
            listener = listening; // before anything comes, that is answered by where it listens
            listening.open();
        }
    }

    @Override
    public void tick() {
        Ends open = ends;
        if (open != null) {
            open.tick();
            exchanges.tick();
        }
        HttpListener listening = listener;
        if (listening != null) {
            listening.tick();
        }
    }

    /**
     * Takes no more calls, waits until all that is under way is answered, for {@code soap-drain-millis-max}; then takes and
     * sends nothing more, and answers by itself what it has sent and has no answer.
     */
    @Override
    public void close() {
        Ends open = ends;
        HttpListener listening = listener;
        boolean isInterrupted = false;
        if (open != null && !isClosed) {
            open.shut();
            if (listening != null) {
                listening.leave();
            }
            isInterrupted = drain();
        }
        isClosed = true;
        if (listening != null) {
            listening.close();
        }
        exchanges.close();
        caller.close();
        if (open != null) {
            open.close();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many participants are known: of transactions of this node elsewhere, and of others' here. */
    int participants() {
        Ends open = ends;
        return open == null ? 0 : open.participants();
    }

    /** Whether nothing is under way: nothing that has come and is not answered, nothing sent whose answer is waited for. */
    boolean isIdle() {
        Ends open = ends;
        return open == null || (open.isIdle() && exchanges.isIdle());
    }

    /** Waits for what is under way; whether that was interrupted, which ends it. */
    private boolean drain() {
        long since = System.nanoTime();
        long nanosMax = TimeUnit.MILLISECONDS.toNanos(config.number(SoapSetting.DRAIN_MILLIS_MAX));
        try {
            while (!isIdle() && System.nanoTime() - since < nanosMax) {
                Thread.sleep(LOOK_MILLIS);
            }
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
