package dev.assent.transport.soap.assembly;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.SoapSetting;
import dev.assent.transport.soap.SoapTransport;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.http.HttpListener;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.BarredPlaces;
import dev.assent.transport.soap.messaging.Exchanges;
import dev.assent.transport.soap.messaging.Observation;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.policy.Policies;
import dev.assent.transport.soap.program.Programs;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.service.CallCodec;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.xml.XmlLimits;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The SOAP transport: WS-Coordination and WS-AtomicTransaction over HTTP. */
public final class HttpTransport implements SoapTransport, Transport, Programs.Offering {
    private static final long LOOK_MILLIS = 10;

    private final SoapValues config;
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
     * A transport that is not open yet.
     *
     * @throws IllegalArgumentException if the settings don't fit together
     * @throws IllegalStateException if a file that they name can't be read
     */
    public HttpTransport(SoapValues config, TransportOwner owner) {
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

    /** Whether an address that others have sent may be called (law 22). */
    private boolean mayCall(String address) {
        return owner.mayCall().test(address) && config.mayGo(HttpUrl.ofAddress(address));
    }

    /** As {@link #mayCall}, before a message is sent there; logs a refusal. */
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
                    config.key(SoapSetting.KEY_STORE),
                    config.isProtected() ? "set" : "not set",
                    config.isProtected() ? "HTTPS" : "HTTP"));
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

    /** The port at which it listens, or did before it stopped; 0 before it opens. */
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

    /** The host and port for others. */
    private String reached() {
        String told = config.get(SoapSetting.ADDRESS);
        return told.isEmpty() ? config.host() + ":" + port() : told;
    }

    @Override
    public String activation() {
        return base() + Desk.ACTIVATION;
    }

    @Override
    public List<String> entrances() {
        return port() <= 0 ? List.of() : List.of("Activation service: " + activation());
    }

    @Override
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
     * Begins to listen at {@code soap-listen}.
     *
     * @throws IllegalStateException if it can't listen there
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
            listener = listening; // before messages come, since their answers hold the address
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
     * Takes no more calls, and waits up to {@code soap-drain-millis-max} until all messages are answered. Then it takes
     * and sends nothing more, and ends its own messages without an answer.
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

    /** The number of known participants: elsewhere in transactions of this node, and here in those of others. */
    public int participants() {
        Ends open = ends;
        return open == null ? 0 : open.participants();
    }

    /** Whether all received messages are answered, and no sent one waits for its answer. */
    public boolean isIdle() {
        Ends open = ends;
        return open == null || (open.isIdle() && exchanges.isIdle());
    }

    /** Waits for unanswered messages; true if an interrupt ended the wait. */
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
