package dev.assent.remote;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.LogDamagedException;
import dev.assent.LogFolderHeldException;
import dev.assent.LogUnavailableException;
import dev.assent.remote.node.ServingNode;

/**
 * A node whose transactions span processes: by its transports it exports objects and calls those of other nodes.
 *
 * <pre>{@code
 * try (ConnectedNode node = ConnectedNode.open(AssentConfig.defaults(), RemoteConfig.defaults())) {
 *     node.add(NativeTransport.of(node, NativeConfig.defaults().with(NativeSetting.LISTEN, "127.0.0.1:7400")));
 *     node.export("account", Account.class, bean, CallTransaction.REQUIRED);
 *     Account other = node.connect("native://127.0.0.1:7401/account", Account.class);
 * }
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface ConnectedNode extends AutoCloseable {
    /**
     * Opens a node. Unfinished transactions with other nodes wait for the transports that reach these.
     *
     * @throws LogUnavailableException if the log's folder can't be used; the message says why
     * @throws LogFolderHeldException if a process uses the folder
     * @throws LogDamagedException if the log's contents can't be trusted
     * @throws IllegalStateException if the setting 'jmx' is true and this process shows a life of the node already
     */
    static ConnectedNode open(AssentConfig core, RemoteConfig remote) {
        return ServingNode.open(core, remote, null);
    }

    /** Opens a node for an operator, as {@link Assent.Builder#openHeld}. Throws as {@link #open}. */
    static ConnectedNode openHeld(AssentConfig core, RemoteConfig remote) {
        return ServingNode.openHeld(core, remote);
    }

    /**
     * Reads the log of a node that does not run, as {@link Assent.Builder#openToRead}.
     *
     * @throws LogUnavailableException if the folder has no log, or a process uses it
     * @throws LogDamagedException if the log's contents can't be trusted
     */
    static ConnectedNode openToRead(AssentConfig core, RemoteConfig remote) {
        return ServingNode.openToRead(core, remote);
    }

    /** The transaction manager. */
    Assent assent();

    /** The objects of this node, and proxies of other nodes' objects. */
    Services services();

    /** As {@link Services#export(String, Class, Object, CallTransaction)}. */
    default <T> void export(String name, Class<T> type, T object, CallTransaction attribute) {
        services().export(name, type, object, attribute);
    }

    /** As {@link Services#connect(String, Class)}. */
    default <T> T connect(String address, Class<T> type) {
        return services().connect(address, type);
    }

    /**
     * Adds a transport. This node reaches others by it, and they reach this node. If it can't join, it is closed.
     *
     * @throws IllegalArgumentException if another transport has its scheme
     * @throws IllegalStateException if the node is closed, or the transport can't be opened
     */
    void add(NodeTransport transport);

    /**
     * Removes a transport: new calls don't use it, unfinished messages end, and it is closed. Transactions that wait
     * for processes which only it reached wait until a transport with its scheme joins. Ignored if it has not joined.
     */
    void remove(NodeTransport transport);

    /**
     * Takes no more calls, waits for running ones, and closes the node, as {@link Assent#close}. The transports answer
     * others until the node's transactions are over.
     */
    @Override
    void close();
}
