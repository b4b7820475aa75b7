package dev.assent.transport.iiop;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.time.Clock;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.resource.RecordingNotices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The IIOP transport over real sockets of this machine, on the clock of a test. Each name has a port, which is kept for it
 * by a socket that is bound to it and does not listen, and a key, which it finds again after a restart.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class IiopFixture implements TransportFixture {
    static final String HOST = "127.0.0.1";

    private final Clock clock;
    private final String reached;
    private final IiopConfig config;
    private final Path keys;
    private final Map<String, SocketChannel> places = new ConcurrentHashMap<>();
    private final Set<Transport> made = ConcurrentHashMap.newKeySet();
    private final RecordingNotices notices = new RecordingNotices();
    private final Predicate<String> mayCall;

    IiopFixture(Clock clock, Limits limits) {
        this(clock, limits, IiopWires.Options.USUAL);
    }

    IiopFixture(Clock clock, Limits limits, IiopWires.Options options) {
        this.clock = clock;
        this.reached = options.reached();
        this.mayCall = options.mayCall();
        this.config = options.changes()
                .apply(IiopConfig.defaults()
                        .with(IiopSetting.PLAIN_BEYOND_LOOPBACK, !reached.equals(HOST))
                        .with(IiopSetting.REQUEST_MILLIS_MAX, limits.requestMillisMax())
                        .with(IiopSetting.DRAIN_MILLIS_MAX, limits.drainMillisMax()));
        try {
            keys = Files.createTempDirectory("assent-iiop-keys");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static SocketChannel keep() {
        try {
            SocketChannel kept = SocketChannel.open();
            kept.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            kept.bind(new InetSocketAddress(InetAddress.getByName(HOST), 0));
            return kept;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Where others reach a node of this name. */
    String place(String name) {
        return reached + ":" + port(name);
    }

    private int port(String name) {
        try {
            SocketChannel kept = places.computeIfAbsent(name, fresh -> keep());
            return ((InetSocketAddress) kept.getLocalAddress()).getPort();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public IiopTransport transport(String name, @Nullable NodeId node, Function<String, @Nullable Class<?>> types) {
        IiopConfig here = reached.equals(HOST)
                ? config.with(IiopSetting.LISTEN, place(name))
                : config.with(IiopSetting.LISTEN, "0.0.0.0:" + port(name)).with(IiopSetting.ADDRESS, place(name));
        IiopTransport transport = new IiopTransport(
                here.with(IiopSetting.KEY_FILE, keys.resolve(name)),
                new TransportOwner(
                        node == null ? null : new NodeEpoch(node, 1), types, clock, notices, null, null, mayCall));
        made.add(transport);
        return transport;
    }

    @Override
    public String address(String name) {
        return IiopTransport.SCHEME + "://" + place(name);
    }

    @Override
    public long messageBytesMax() {
        return config.number(IiopSetting.MESSAGE_BYTES_MAX);
    }

    @Override
    public boolean needsAThreadForEachCall() {
        return true;
    }

    @Override
    public void tick() {
        made.forEach(Transport::tick);
    }

    @Override
    public void close() {
        made.forEach(Transport::close);
        try {
            for (SocketChannel each : places.values()) {
                each.close();
            }
            for (String each : places.keySet()) {
                Files.deleteIfExists(keys.resolve(each));
            }
            Files.delete(keys);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
