package dev.assent.transport.nativewire;

import dev.assent.NodeEpoch;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.time.Clock;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.WireObserver;
import dev.assent.transport.nativewire.assembly.NativeValues;
import dev.assent.transport.nativewire.assembly.TcpTransport;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The native transport over real sockets of this machine, on the clock of a test. Each name has a port, which is kept
 * for it by a socket that is bound to it and does not listen.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class NativeFixture implements TransportFixture {
    private final Clock clock;
    private final NativeConfig config;
    private final @Nullable Certificates certificates;
    private final KeptPorts ports = new KeptPorts();
    private final Set<Transport> made = ConcurrentHashMap.newKeySet();
    private final RecordingNotices notices = new RecordingNotices();
    private volatile Function<String, @Nullable WireObserver> observers = any -> null;
    private volatile UnaryOperator<String> fronts = place -> place;

    /**
     * A wire.
     *
     * @param tunnel as the setting
     * @param certificates signs those of the nodes; null for a wire without protection
     */
    NativeFixture(Clock clock, Limits limits, String tunnel, @Nullable Certificates certificates) {
        this.clock = clock;
        this.certificates = certificates;
        this.config = NativeConfig.defaults()
                .with(NativeSetting.TUNNEL, tunnel)
                .with(NativeSetting.REQUEST_MILLIS_MAX, limits.requestMillisMax())
                .with(NativeSetting.DRAIN_MILLIS_MAX, limits.drainMillisMax());
    }

    /** The observers of transports that are made from now on, by the names of the nodes; null for none. */
    NativeFixture observed(Function<String, @Nullable WireObserver> by) {
        observers = by;
        return this;
    }

    /** Sets the address at which others reach a listening node, if it is another one. */
    NativeFixture reachedBy(UnaryOperator<String> front) {
        fronts = front;
        return this;
    }

    /** Where a node of this name listens. */
    String place(String name) {
        return ports.place(name);
    }

    @Override
    public TcpTransport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
        TcpTransport transport = made(
                (certificates == null ? config : certificates.with(config, name, life == null ? null : life.node()))
                        .with(NativeSetting.LISTEN, place(name))
                        .with(NativeSetting.ADDRESS, fronts.apply(place(name))),
                new TransportOwner(life, types, clock, notices, observers.apply(name), null, none -> false));
        made.add(transport);
        return transport;
    }

    @Override
    public String address(String name) {
        boolean isTunnelled = config.get(NativeSetting.TUNNEL).equals("http");
        return (isTunnelled ? NativeTransport.SCHEME_TUNNELLED : NativeTransport.SCHEME) + "://"
                + fronts.apply(place(name));
    }

    /** A transport of a process that a test makes up. */
    static TcpTransport made(NativeConfig config, TransportOwner owner) {
        return new TcpTransport(new NativeValues(config.values()), owner);
    }

    @Override
    public long messageBytesMax() {
        return config.values().number(NativeSetting.FRAME_BYTES_MAX);
    }

    @Override
    public void tick() {
        made.forEach(Transport::tick);
    }

    @Override
    public void close() {
        made.forEach(Transport::close);
        ports.close();
    }
}
