package dev.assent.resources.node;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.core.adapter.Aside;
import dev.assent.core.observe.Tracer;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.Services;
import dev.assent.remote.node.ServingNode;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.WireObserver;
import dev.assent.resources.room.ClosedInTime;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A node with its resources, opened and closed together. From its opening on it recovers by itself.
 *
 * <pre>{@code
 * try (Node node = Node.open(NodeConfig.read(Path.of("shop.properties")))) {
 *     node.transactionManager().begin();
 *     try (Connection orders = node.dataSource("orders").getConnection()) {
 *         ...
 *     }
 *     node.transactionManager().commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: safe to share.
 */
public final class Node implements ConnectedNode {
    private final NodeConfig config;
    private final ConnectedNode connected;
    private final Map<String, AutoCloseable> resources = new LinkedHashMap<>();

    /** The configured transports; complete before other nodes see this one. */
    private final List<Transport> transports = new ArrayList<>();

    private Node(NodeConfig config, ConnectedNode connected) {
        this.config = config;
        this.connected = connected;
    }

    /**
     * Opens the log, then the resources, then the transports, each in their order. A database that is down does not
     * prevent that. From then on the node answers others; it refuses a call of an object that is not exported yet, and
     * does nothing.
     *
     * @throws IllegalStateException when the log, a resource or a transport can't be opened: the message says why;
     *     nothing is left open
     * @throws dev.assent.LogDamagedException when the log is damaged
     */
    public static Node open(NodeConfig config) {
        return open(config, null, null);
    }

    /** As {@link #open(NodeConfig, Tracer, WireObserver)}, without an observer. */
    public static Node open(NodeConfig config, Tracer tracer) {
        return open(config, tracer, null);
    }

    /**
     * As {@link #open(NodeConfig)}, for Assent's own tests and tools.
     *
     * @param tracer gets every fault point; null for none
     * @param observer gets every message of the configured transports; null for none
     */
    public static Node open(NodeConfig config, @Nullable Tracer tracer, @Nullable WireObserver observer) {
        ConnectedNode connected = ServingNode.open(config.settings(), config.remote(), tracer);
        return assemble(config, connected, node -> node.join(observer));
    }

    private void join(@Nullable WireObserver observer) {
        TransportOwner owner = ServingNode.owner(connected, observer);
        for (NodeConfig.Wire each : config.wires()) {
            Transport made = each.opening().make(owner);
            connected.add(made);
            transports.add(made);
        }
    }

    /**
     * Opens the node for an operator: as {@link #open}, but no transport joins, and recovery does only what {@link
     * Assent#operator} asks for.
     */
    public static Node openHeld(NodeConfig config) {
        return assemble(config, ConnectedNode.openHeld(config.settings(), config.remote()), node -> {});
    }

    /**
     * Opens the resources of a stopped node, for an operator who looks at it: it reads the log and changes nothing.
     *
     * @throws dev.assent.LogUnavailableException when there is no log, or another process uses it
     */
    public static Node openToRead(NodeConfig config) {
        return assemble(config, ConnectedNode.openToRead(config.settings(), config.remote()), node -> {});
    }

    /** Runs {@code last} before recovery begins, which may need it. */
    private static Node assemble(NodeConfig config, ConnectedNode connected, Consumer<Node> last) {
        Node node = new Node(config, connected);
        try (Assent.RecoveryPause untilAllAreThere = node.assent().pauseRecovery()) {
            for (NodeConfig.Resource each : config.resources()) {
                node.resources.put(each.name(), each.opening().open(node.assent()));
            }
            last.accept(node);
            return node;
        } catch (Throwable failed) {
            node.closeAfter(failed);
            throw failed;
        }
    }

    private void closeAfter(Throwable failed) {
        try {
            close();
        } catch (Throwable alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }

    @Override
    public Assent assent() {
        return connected.assent();
    }

    /** The TransactionManager of Jakarta Transactions. */
    public TransactionManager transactionManager() {
        return assent().transactionManager();
    }

    /**
     * The data source of a database.
     *
     * @throws IllegalArgumentException when no resource has this name, or it is not a database
     */
    public DataSource dataSource(String name) {
        return resource(name, DataSource.class);
    }

    /**
     * A resource.
     *
     * @param kind the type that it must have
     * @throws IllegalArgumentException when no resource has this name, or it has another type
     */
    public <T> T resource(String name, Class<T> kind) {
        AutoCloseable found = resources.get(name);
        if (!kind.isInstance(found)) {
            throw new IllegalArgumentException(MESSAGES.nodeResourceUnknown(name, kind.getSimpleName(), config));
        }
        return kind.cast(found);
    }

    /** The addresses at which others reach the node, of the configured transports that listen. */
    public List<String> addresses() {
        return transports.stream()
                .map(Transport::address)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * The entry points for programs without Assent, of the transports that have one; each in a sentence, for people.
     */
    public List<String> entrances() {
        return transports.stream().flatMap(each -> each.entrances().stream()).toList();
    }

    @Override
    public Services services() {
        return connected.services();
    }

    @Override
    public void add(NodeTransport transport) {
        connected.add(transport);
    }

    @Override
    public void remove(NodeTransport transport) {
        connected.remove(transport);
    }

    /**
     * Closes the transaction manager first, so that transactions end while their connections are open, then all
     * resources at the same time. It returns within the setting {@code close-limit-seconds}, whatever databases,
     * brokers and other nodes do; one warning names everything that had not ended by then. Idempotent.
     *
     * @throws IllegalStateException when a resource can't be closed; the others are closed all the same
     */
    @Override
    public void close() {
        Closing closing = Internals.shut(connected.assent());
        Aside aside = new Aside("assent-close-resource");
        resources.forEach((name, resource) -> aside.run(name, () -> close(name, resource, closing)));
        aside.await(closing.until(100))
                .forEach(name -> closing.left("resource '" + name + "', whose close does not return"));
        aside.failures().values().forEach(closing::failed);
        closing.end(Internals.notices(assent()));
    }

    private static void close(String name, AutoCloseable resource, Closing closing) {
        try {
            if (resource instanceof ClosedInTime inTime) {
                inTime.close(closing);
            } else {
                resource.close();
            }
        } catch (Throwable failed) {
            throw new IllegalStateException(MESSAGES.resourceNotClosed(name, failed), failed);
        }
    }

    /** The node's identity and epoch, its resources, and its addresses. */
    @Override
    public String toString() {
        String text =
                "node " + assent().life().node() + ", epoch " + assent().life().epoch() + ": " + config;
        return addresses().isEmpty() ? text : text + ", at " + String.join(", ", addresses());
    }
}
