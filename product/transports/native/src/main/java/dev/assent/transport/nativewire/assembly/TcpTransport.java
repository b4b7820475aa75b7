package dev.assent.transport.nativewire.assembly;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.Chance;
import dev.assent.core.observe.Notices;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.WireObserver;
import dev.assent.transport.nativewire.NativeSetting;
import dev.assent.transport.nativewire.NativeTransport;
import dev.assent.transport.nativewire.connection.Certified;
import dev.assent.transport.nativewire.connection.Connections;
import dev.assent.transport.nativewire.connection.Exchange;
import dev.assent.transport.nativewire.connection.Host;
import dev.assent.transport.nativewire.connection.NativeAddress;
import dev.assent.transport.nativewire.connection.Protection;
import dev.assent.transport.nativewire.connection.Tls;
import dev.assent.transport.nativewire.connection.Tuning;
import dev.assent.transport.nativewire.connection.Tunnelled;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The native transport: frames over TCP. */
public final class TcpTransport implements NativeTransport, Transport {
    private static final long DRAIN_LOOK_MILLIS = 10;

    private final NativeValues config;
    private final TransportOwner owner;
    private final Notices notices;
    private final String scheme;
    private final Tuning tuning;
    private final CallCodec codec;
    private final NodeEpoch who;
    private final Connections connections;

    private volatile @Nullable Inbound inbound;
    private volatile String address = "";

    /** Guards the fields below. */
    private final Object lock = new Object();

    /** It accepts no more calls. */
    private boolean isLeaving;

    /** It accepts nothing more. */
    private boolean isClosed;

    /** How many calls and questions it has accepted and not answered. */
    private int received;

    /**
     * A transport that is not open yet.
     *
     * @throws IllegalArgumentException when the settings contradict each other
     * @throws IllegalStateException when a file named in them can't be read
     */
    public TcpTransport(NativeValues config, TransportOwner owner) {
        config.check();
        this.config = config;
        this.owner = owner;
        this.notices = new SparingNotices(owner.notices(), owner.clock()::nanos);
        this.scheme = config.scheme();
        this.tuning = config.tuning();
        this.codec = new CallCodec(config.depthMax(), tuning.frameBytesMax());
        this.who = owner.life() == null ? Hello.ofClient(Chance.bits(), Chance.bits()) : owner.life();
        this.connections =
                new Connections(new Front(), tuning, protection(config), config.threads(), owner.clock()::nanos);
    }

    private static Protection protection(NativeValues config) {
        Protection inner = config.isProtected() ? new Tls(config.keys()) : Protection.NONE;
        return config.isTunnelled() ? new Tunnelled(inner) : inner;
    }

    @Override
    public String scheme() {
        return scheme;
    }

    @Override
    public Set<Feature> can() {
        return EnumSet.allOf(Feature.class);
    }

    @Override
    public @Nullable String address() {
        return address.isEmpty() ? null : address;
    }

    @Override
    public String toString() {
        return address.isEmpty() ? scheme + ":" : address;
    }

    // ---- peers

    @Override
    public Peer peer(String peersAddress) {
        NativeAddress place = NativeAddress.of(scheme, peersAddress);
        if (!mayGo(place)) {
            throw new IllegalArgumentException(plainRefused(place));
        }
        return new Peer() {
            @Override
            public String address() {
                return peersAddress;
            }

            @Override
            public void call(Call call, Consumer<Result> reply) {
                connections.dispatch(place, Exchange.of(call, codec, now(), reply));
            }

            @Override
            public void callAndRead(Call call, Consumer<Result> reply) {
                Exchange exchange = Exchange.awaited(call, codec, now(), reply);
                connections.dispatch(place, exchange);
                exchange.await();
            }

            @Override
            public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                connections.dispatch(place, Exchange.of(request, bounded(timeoutMillis), now(), reply));
            }

            @Override
            public void askAndRead(Request request, long timeoutMillis, Consumer<Response> reply) {
                Exchange exchange = Exchange.awaited(request, bounded(timeoutMillis), now(), reply);
                connections.dispatch(place, exchange);
                exchange.await();
            }
        };
    }

    private long bounded(long requestMillis) {
        return Math.min(requestMillis, config.number(NativeSetting.REQUEST_MILLIS_MAX));
    }

    private long now() {
        return owner.clock().nanos();
    }

    /** Without TLS it connects to other machines only if a setting explicitly allows that. */
    private boolean mayGo(NativeAddress place) {
        return place.isLoopback()
                || config.isProtected()
                || Boolean.parseBoolean(config.get(NativeSetting.PLAIN_BEYOND_LOOPBACK));
    }

    private String plainRefused(NativeAddress place) {
        return MESSAGES.plainRefused(
                place.at(scheme),
                SCHEME,
                config.key(NativeSetting.KEY_STORE),
                config.key(NativeSetting.PLAIN_BEYOND_LOOPBACK));
    }

    // ---- messages from others

    /**
     * Begins to listen at {@code native-listen}.
     *
     * @throws IllegalStateException when this process can't listen at that address, or may not because other machines
     *     could reach it without TLS
     */
    @Override
    public void open(Inbound newInbound) {
        inbound = newInbound;
        String listen = config.get(NativeSetting.LISTEN);
        if (listen.isEmpty()) {
            return;
        }
        NativeAddress place = NativeAddress.ofPlace(listen);
        if (!mayGo(place)) {
            throw new IllegalStateException(plainRefused(place));
        }
        try {
            NativeAddress bound = connections.listen(place);
            String told = config.get(NativeSetting.ADDRESS);
            address = (told.isEmpty() ? bound : NativeAddress.ofPlace(told)).at(scheme);
        } catch (IOException failed) {
            throw new IllegalStateException(
                    MESSAGES.notListening(listen, failed, config.key(NativeSetting.LISTEN)), failed);
        }
    }

    /** This process, as the connections of others see it. */
    private final class Front implements Host {
        @Override
        public Hello hello() {
            Hello.Limits limits = new Hello.Limits(
                    tuning.frameBytesMax(), tuning.callsMax(), Math.toIntExact(tuning.quietMillisMax()));
            return new Hello(Hello.VERSION, Hello.VERSION, owner.life() != null, who, limits, address);
        }

        @Override
        public String scheme() {
            return scheme;
        }

        @Override
        public Inbound inbound() {
            return Objects.requireNonNull(inbound);
        }

        @Override
        public Function<String, @Nullable Class<?>> types() {
            return owner.types();
        }

        @Override
        public CallCodec codec() {
            return codec;
        }

        @Override
        public Notices notices() {
            return notices;
        }

        @Override
        public @Nullable WireObserver observer() {
            return owner.observer();
        }

        @Override
        public Caller identify(Hello hello, String peer, @Nullable Certified certified) throws WireException {
            if (certified != null) {
                if (!Objects.equals(certified.node(), hello.node())) {
                    throw new WireException(Certified.mismatch(hello, certified));
                }
                return new Caller(certified.node(), certified.subject());
            }
            NodeId node = hello.node();
            if (node != null) {
                return Caller.ofUncertifiedNode(node, hello.address().isEmpty() ? peer : hello.address(), peer);
            }
            return Caller.ofOwnKey(hello.clientName(), peer);
        }

        @Override
        public boolean begin(boolean isCall) {
            synchronized (lock) {
                if (isClosed || (isLeaving && isCall)) {
                    return false;
                }
                received++;
                return true;
            }
        }

        @Override
        public void ended() {
            synchronized (lock) {
                received--;
                lock.notifyAll();
            }
        }
    }

    // ---- life cycle

    @Override
    public void tick() {
        connections.look();
    }

    /**
     * Takes no more calls, and waits up to {@code native-drain-millis-max} until all calls and questions are answered.
     * Then it sends and accepts nothing more, and answers by itself what it has sent and has no answer to.
     */
    @Override
    public void close() {
        boolean isInterrupted = drain();
        connections.close();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until everything is answered, or the time is over; returns whether an interrupt ended the wait. */
    private boolean drain() {
        long untilNanos =
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(config.number(NativeSetting.DRAIN_MILLIS_MAX));
        synchronized (lock) {
            isLeaving = true;
            try {
                while (System.nanoTime() - untilNanos < 0 && (received > 0 || !connections.isIdle())) {
                    lock.wait(DRAIN_LOOK_MILLIS);
                }
                return false;
            } catch (InterruptedException e) {
                return true;
            } finally {
                isClosed = true;
            }
        }
    }
}
