package dev.assent.testkit.remote;

import dev.assent.core.identity.NodeId;
import dev.assent.core.time.Clock;
import dev.assent.remote.inprocess.InProcessNetwork;
import dev.assent.remote.transport.Transport;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The in-process transport, on the clock of a test.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class InProcessFixture implements TransportFixture {
    private final InProcessNetwork network;

    /** A network that delivers on the thread that sends, waits a second for answers, and does not drain. */
    public InProcessFixture(Clock clock) {
        this(Runnable::run, clock, new InProcessNetwork.Times(1000, 0));
    }

    /** A network; as {@link InProcessNetwork#InProcessNetwork}. */
    public InProcessFixture(Executor delivery, Clock clock, InProcessNetwork.Times times) {
        network = new InProcessNetwork(delivery, clock, times);
    }

    @Override
    public Transport transport(String name, NodeId node, Function<String, @Nullable Class<?>> types) {
        return network.transport(name, node);
    }

    @Override
    public String address(String name) {
        return InProcessNetwork.SCHEME + "://" + name;
    }

    @Override
    public void tick() {
        network.tick();
    }
}
