package dev.assent.remote.node;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.observe.Tracer;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.service.NodeServices;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.WireObserver;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A node with the remote parts as its layer.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class ServingNode implements ConnectedNode {
    private final Assent assent;
    private final ServiceLayer layer;

    private ServingNode(Assent assent, ServiceLayer layer) {
        this.assent = assent;
        this.layer = layer;
    }

    /**
     * As {@link ConnectedNode#open}.
     *
     * @param tracer hears of every fault point; null for none
     */
    public static ServingNode open(AssentConfig core, RemoteConfig remote, @Nullable Tracer tracer) {
        return with(core, remote, builder -> Internals.tracer(builder, tracer).open());
    }

    /** As {@link ConnectedNode#openHeld}. */
    public static ServingNode openHeld(AssentConfig core, RemoteConfig remote) {
        return with(core, remote, Assent.Builder::openHeld);
    }

    /** As {@link ConnectedNode#openToRead}. */
    public static ServingNode openToRead(AssentConfig core, RemoteConfig remote) {
        return with(core, remote, Assent.Builder::openToRead);
    }

    private static ServingNode with(AssentConfig core, RemoteConfig remote, Function<Assent.Builder, Assent> opening) {
        Assent assent =
                opening.apply(Internals.layer(Assent.builder().config(core), parts -> new ServiceLayer(parts, remote)));
        return new ServingNode(assent, (ServiceLayer) Internals.layer(assent));
    }

    /**
     * What a transport needs to know of a node.
     *
     * @param observer hears of every message; null for none
     */
    public static TransportOwner owner(ConnectedNode node, @Nullable WireObserver observer) {
        Assent assent = node.assent();
        AssentConfig config = Internals.config(assent);
        boolean isInMemory = config.get(Setting.LOG).equals("memory");
        ServiceLayer layer = (ServiceLayer) Internals.layer(assent);
        return new TransportOwner(
                assent.life(),
                layer.services()::type,
                SystemClock.INSTANCE,
                Internals.notices(assent),
                observer,
                isInMemory ? null : Path.of(config.get(Setting.LOG_FOLDER)),
                layer.allowed(),
                layer.services()::names);
    }

    @Override
    public Assent assent() {
        return assent;
    }

    @Override
    public NodeServices services() {
        return layer.services();
    }

    @Override
    public void add(NodeTransport transport) {
        layer.remoting().add(Transport.of(transport));
    }

    @Override
    public void remove(NodeTransport transport) {
        layer.remoting().remove(Transport.of(transport));
    }

    @Override
    public void close() {
        assent.close();
    }
}
