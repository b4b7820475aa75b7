package dev.assent.testkit.remote;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.time.Clock;
import dev.assent.remote.inprocess.InProcessNetwork;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The in-process transport, on the clock of a test.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class InProcessFixture implements TransportFixture {
    private final InProcessNetwork network;
    private final @Nullable ExecutorService threads;

    /** A network that delivers on the thread that sends. */
    public InProcessFixture(Clock clock) {
        this(new InProcessNetwork(Runnable::run, clock, times(Limits.DEFAULT)));
    }

    /** A network that strangers have joined, or that lacks something. */
    public InProcessFixture(InProcessNetwork network) {
        this(network, null);
    }

    private InProcessFixture(InProcessNetwork network, @Nullable ExecutorService threads) {
        this.network = network;
        this.threads = threads;
    }

    /** A network that delivers on threads of its own. */
    public static InProcessFixture withThreads(int count, Clock clock, Limits limits) {
        return withThreads(count, clock, limits, EnumSet.allOf(Feature.class));
    }

    /** The same of a network that can carry this only. */
    public static InProcessFixture withThreads(int count, Clock clock, Limits limits, Set<Feature> features) {
        ExecutorService threads = Executors.newFixedThreadPool(count, work -> {
            Thread made = new Thread(work, "in-process-delivery");
            made.setDaemon(true);
            return made;
        });
        return new InProcessFixture(new InProcessNetwork(threads, clock, times(limits), features), threads);
    }

    private static InProcessNetwork.Times times(Limits limits) {
        return new InProcessNetwork.Times(limits.requestMillisMax(), limits.drainMillisMax());
    }

    @Override
    public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
        return network.transport(name, life == null ? null : life.node());
    }

    @Override
    public String address(String name) {
        return InProcessNetwork.SCHEME + "://" + name;
    }

    @Override
    public void tick() {
        network.tick();
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
