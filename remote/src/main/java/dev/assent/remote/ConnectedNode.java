package dev.assent.remote;

import dev.assent.core.Assent;
import dev.assent.core.AssentBuilder;
import dev.assent.core.AssentConfig;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.core.NodeLayer;
import dev.assent.core.observe.Tracer;
import dev.assent.remote.service.CallTransaction;
import dev.assent.remote.service.Services;
import dev.assent.remote.transport.Transport;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A node whose transactions span processes: by its transports it exports objects and calls those of other nodes.
 *
 * <pre>{@code
 * try (ConnectedNode node = ConnectedNode.open(AssentConfig.defaults(), RemoteConfig.defaults(), null)) {
 *     node.add(network.transport("bank-a", node.assent().life().node()));
 *     node.export("account", Account.class, bean, CallTransaction.REQUIRED);
 *     Account other = node.connect("in-process://bank-b/account", Account.class);
 * }
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class ConnectedNode implements AutoCloseable {
    private final Assent assent;
    private final ServiceLayer layer;

    private ConnectedNode(Assent assent, ServiceLayer layer) {
        this.assent = assent;
        this.layer = layer;
    }

    /**
     * Opens a node. Unfinished transactions with other nodes wait for the transports that reach these.
     *
     * @param tracer hears of every fault point; null for none
     * @throws IllegalStateException as {@link AssentBuilder#open}
     */
    public static ConnectedNode open(AssentConfig core, RemoteConfig remote, @Nullable Tracer tracer) {
        return with(
                remote,
                layer -> Internals.layer(Assent.builder().config(core).tracer(tracer), layer)
                        .open());
    }

    /** Opens a node for an operator, as {@link AssentBuilder#openHeld}. */
    public static ConnectedNode openHeld(AssentConfig core, RemoteConfig remote) {
        return with(
                remote,
                layer -> Internals.layer(Assent.builder().config(core), layer).openHeld());
    }

    /** Reads the log of a node that does not run, as {@link AssentBuilder#openToRead}. */
    public static ConnectedNode openToRead(AssentConfig core, RemoteConfig remote) {
        return with(
                remote,
                layer -> Internals.layer(Assent.builder().config(core), layer).openToRead());
    }

    private static ConnectedNode with(RemoteConfig remote, Function<NodeLayer.Factory, Assent> opening) {
        AtomicReference<@Nullable ServiceLayer> made = new AtomicReference<>();
        Assent assent = opening.apply(parts -> {
            ServiceLayer layer = new ServiceLayer(parts, remote);
            made.set(layer);
            return layer;
        });
        return new ConnectedNode(assent, Objects.requireNonNull(made.get()));
    }

    /** The transaction manager. */
    public Assent assent() {
        return assent;
    }

    /** The objects of this node, and proxies of other nodes' objects. */
    public Services services() {
        return layer.services();
    }

    /** As {@link Services#export(String, Class, Object, CallTransaction)}. */
    public <T> void export(String name, Class<T> type, T object, CallTransaction attribute) {
        services().export(name, type, object, attribute);
    }

    /** As {@link Services#connect(String, Class)}. */
    public <T> T connect(String address, Class<T> type) {
        return services().connect(address, type);
    }

    /**
     * Adds a transport. This node reaches others by it, and they reach this node. If it can't join, it is closed.
     *
     * @throws IllegalArgumentException if another transport has its scheme
     * @throws IllegalStateException if the node is closed, or the transport can't be opened
     */
    public void add(Transport transport) {
        layer.remoting().add(transport);
    }

    /** Removes and closes a transport, as {@link Remoting#remove}. */
    public void remove(Transport transport) {
        layer.remoting().remove(transport);
    }

    /**
     * Takes no more calls, waits for running ones, and closes the node, as {@link Assent#close}. The transports answer
     * others until the node's transactions are over.
     */
    @Override
    public void close() {
        assent.close();
    }

    /** As {@link #close}, for an owner that closes more with the node; as {@link Internals#shut}. */
    public Closing shut() {
        return Internals.shut(assent);
    }
}
