package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.remote.transport.Caller;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All connections of one transport, and the threads that serve them.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Connections implements Line.Opening {
    private static final int BACKLOG = 1_024;
    private static final int RESOLVERS = 2;
    private static final long LAST_NANOS_MAX = 200_000_000;
    private static final long LAST_LOOK_NANOS = 1_000_000;

    private final Host host;
    private final Tuning tuning;
    private final Protection protection;
    private final LongSupplier clock;
    private final LongSupplier time;
    private final List<Loop> loops;
    private final Relief relief;
    private final Partials partials;
    private final Executor resolver = resolver();
    private final AtomicInteger next = new AtomicInteger();
    private final Map<NativeAddress, Line> lines = new ConcurrentHashMap<>();
    private final Set<AcceptedLink> accepted = ConcurrentHashMap.newKeySet();

    private volatile @Nullable ServerSocketChannel server;
    private volatile boolean isClosed;

    /**
     * No connections yet.
     *
     * @param threads how many threads serve them
     * @param clock limits how long callers wait for answers
     */
    public Connections(Host host, Tuning tuning, Protection protection, int threads, LongSupplier clock) {
        this(host, tuning, protection, threads, new Clocks(clock, System::nanoTime));
    }

    /**
     * Clocks, in nanoseconds.
     *
     * @param answers for how long a caller waits for an answer
     * @param connections for how old, idle and silent a connection is
     */
    record Clocks(LongSupplier answers, LongSupplier connections) {}

    /** With separate clocks. */
    Connections(Host host, Tuning tuning, Protection protection, int threads, Clocks clocks) {
        this.host = host;
        this.tuning = tuning;
        this.protection = protection;
        this.clock = clocks.answers();
        this.time = clocks.connections();
        this.partials = new Partials(tuning.partialBytesMax(), tuning.stallMillisMax(), time);
        String name = "assent-" + host.scheme() + "-";
        this.relief = new Relief(name + "relief");
        this.loops = IntStream.range(0, threads)
                .mapToObj(
                        i -> new Loop(work -> daemon(work, name + i), i == 0 ? this::look : () -> {}, relief::working))
                .toList();
        relief.start(loops);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread made = new Thread(work, name);
        made.setDaemon(true);
        return made;
    }

    /** Resolves host names, which may take long; its threads end when they have nothing to do. */
    private static Executor resolver() {
        ThreadPoolExecutor made = new ThreadPoolExecutor(
                RESOLVERS,
                RESOLVERS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> daemon(work, "assent-native-resolver"));
        made.allowCoreThreadTimeOut(true);
        return made;
    }

    private Loop loop() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    private Link.Parts parts(SocketChannel channel, String otherHost, Transfer transfer) {
        return new Link.Parts(channel, loop(), tuning, partials, otherHost, transfer, host.observer(), time);
    }

    // ---- connections of this process

    /** Sends a call or a question to an address. */
    @Override
    public void dispatch(NativeAddress address, Exchange exchange) {
        Line known = lines.get(address);
        Line line = known != null
                ? known
                : lines.computeIfAbsent(address, fresh -> new Line(fresh, this, host.notices(), tuning.callsMax()));
        line.dispatch(exchange);
        if (isClosed) {
            lines.values().forEach(Line::close);
        }
    }

    @Override
    public String scheme() {
        return host.scheme();
    }

    @Override
    public void letGo(Line line) {
        lines.remove(line.place(), line);
    }

    @Override
    public OpenedLink open(Line line) {
        try {
            SocketChannel channel = SocketChannel.open();
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                Transfer transfer = protection.opened(channel, line.place());
                return new OpenedLink(parts(channel, line.place().host(), transfer), line, host.hello());
            } catch (Throwable failed) {
                channel.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new IllegalStateException(MESSAGES.notConnected(line.address(), failed), failed);
        }
    }

    @Override
    public void watch(OpenedLink link, NativeAddress place) {
        if (place.isNumber()) {
            connect(link, new InetSocketAddress(place.host(), place.port())); // a numeric address needs no look-up
        } else {
            resolve(link, place);
        }
    }

    private void resolve(OpenedLink link, NativeAddress place) {
        try {
            resolver.execute(() -> connect(link, new InetSocketAddress(place.host(), place.port())));
        } catch (RejectedExecutionException | VirtualMachineError noThread) { // the latter if no thread can be started
            link.close(noThread);
        }
    }

    private static void connect(OpenedLink link, InetSocketAddress place) {
        try {
            if (place.isUnresolved()) {
                throw new UnknownHostException(place.getHostString());
            }
            if (link.channel().connect(place)) {
                link.connectedAtOnce();
            } else {
                link.loop().register(link.channel(), SelectionKey.OP_CONNECT, link);
            }
        } catch (Throwable failed) {
            link.close(failed);
        }
    }

    // ---- connections of others

    /**
     * Accepts connections at an address.
     *
     * @return the address, with the port that was chosen
     * @throws IOException when it is in use, or not of this machine
     */
    public NativeAddress listen(NativeAddress place) throws IOException {
        ServerSocketChannel made = ServerSocketChannel.open();
        try {
            made.configureBlocking(false);
            made.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            made.bind(new InetSocketAddress(place.host(), place.port()), BACKLOG);
        } catch (IOException | RuntimeException failed) {
            made.close();
            throw failed instanceof IOException io ? io : new IOException(failed);
        }
        server = made;
        loops.get(0).register(made, SelectionKey.OP_ACCEPT, key -> accept(made));
        return new NativeAddress(place.host(), ((InetSocketAddress) made.getLocalAddress()).getPort());
    }

    private void accept(ServerSocketChannel from) {
        try {
            SocketChannel channel = from.accept();
            if (channel != null) {
                acceptedOrClosed(channel);
            }
        } catch (Throwable noMore) { // no file handles or no memory: new connections wait for the next look
            if (!isClosed) {
                loops.get(0).change(from, 0, SelectionKey.OP_ACCEPT);
                host.notices().warning(MESSAGES.notAccepting(noMore));
            }
        }
    }

    /** Closes a connection that can't be accepted, so that the other side does not wait for a hello. */
    private void acceptedOrClosed(SocketChannel channel) throws IOException {
        try {
            accepted(channel);
        } catch (Throwable failed) {
            channel.close();
            throw failed;
        }
    }

    private void accepted(SocketChannel channel) throws IOException {
        SocketAddress remote = channel.getRemoteAddress();
        String peer = String.valueOf(remote);
        if (isClosed || accepted.size() >= tuning.connectionsMax()) {
            host.notices().warning(MESSAGES.connectionsMax(peer, tuning.connectionsMax()));
            channel.close();
            return;
        }
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        } catch (IOException goneAlready) {
            channel.close();
            return;
        }
        String otherHost = remote instanceof InetSocketAddress place
                ? Caller.hostOf(place.getAddress().getHostAddress())
                : peer;
        AcceptedLink link =
                new AcceptedLink(parts(channel, otherHost, protection.accepted(channel)), host, peer, accepted::remove);
        accepted.add(link);
        link.loop().register(channel, SelectionKey.OP_READ, link);
    }

    // ---- life cycle

    /** Gives a failure to callers whose time is over, and checks all connections. */
    public void look() {
        long now = clock.getAsLong();
        lines.values().forEach(each -> ForeignCode.tell(() -> each.look(now))); // a failure affects no other
        accepted.forEach(each -> ForeignCode.tell(each::look));
        ServerSocketChannel listening = server;
        if (listening != null) {
            loops.get(0).change(listening, SelectionKey.OP_ACCEPT, 0);
        }
    }

    /** The number of addresses to which something waits to be sent, or with an open connection. */
    int lines() {
        return lines.size();
    }

    /** Whether everything that was sent is answered. */
    public boolean isIdle() {
        return lines.values().stream().allMatch(Line::isIdle);
    }

    /** Waits a moment for connections that are still writing their last frames. */
    private void awaitLastFrames() {
        long endNanos = System.nanoTime() + LAST_NANOS_MAX;
        while (!accepted.isEmpty() && System.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(LAST_LOOK_NANOS);
        }
    }

    /** Closes all connections, tells the other sides what was accepted, and ends the threads. */
    public void close() {
        isClosed = true;
        ServerSocketChannel listening = server;
        if (listening != null) {
            try {
                listening.close();
            } catch (IOException ignored) {
                // it no longer listens in any case
            }
        }
        accepted.forEach(AcceptedLink::leave);
        lines.values().forEach(Line::close);
        loops.forEach(Loop::stop);
        relief.stop();
        awaitLastFrames();
        accepted.forEach(each -> each.close(new EOFException(MESSAGES.closed())));
    }
}
