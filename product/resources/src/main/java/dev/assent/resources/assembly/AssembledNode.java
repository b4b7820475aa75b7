package dev.assent.resources.assembly;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.core.adapter.Aside;
import dev.assent.core.foreign.Failure;
import dev.assent.core.observe.Tracer;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.Services;
import dev.assent.remote.node.ServingNode;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.WireObserver;
import dev.assent.resources.node.Node;
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

/** Opens, joins and closes the parts of a node. Safe for all threads. */
public final class AssembledNode implements Node {
    private final NodePlan config;
    private final ConnectedNode connected;
    private final Map<String, AutoCloseable> resources = new LinkedHashMap<>();

    /** The configured transports; complete before other nodes see this one. */
    private final List<Transport> transports = new ArrayList<>();

    private AssembledNode(NodePlan config, ConnectedNode connected) {
        this.config = config;
        this.connected = connected;
    }

    /**
     * As {@link Node#open}, for Assent's own tests and tools.
     *
     * @param tracer gets every fault point; null for none
     * @param observer gets every message of the configured transports; null for none
     */
    public static AssembledNode open(NodePlan config, @Nullable Tracer tracer, @Nullable WireObserver observer) {
        ConnectedNode connected = ServingNode.open(config.settings(), config.remote(), tracer);
        return assemble(config, connected, node -> node.join(observer));
    }

    private void join(@Nullable WireObserver observer) {
        TransportOwner owner = ServingNode.owner(connected, observer);
        for (NodePlan.Wire each : config.wires()) {
            Transport made = each.opening().make(owner);
            connected.add(made);
            transports.add(made);
        }
    }

    /** As {@link Node#openHeld}. */
    public static AssembledNode openHeld(NodePlan config) {
        return assemble(config, ConnectedNode.openHeld(config.settings(), config.remote()), node -> {});
    }

    /** As {@link Node#openToRead}. */
    public static AssembledNode openToRead(NodePlan config) {
        return assemble(config, ConnectedNode.openToRead(config.settings(), config.remote()), node -> {});
    }

    /** Runs {@code last} before recovery begins, which may need it. */
    private static AssembledNode assemble(NodePlan config, ConnectedNode connected, Consumer<AssembledNode> last) {
        AssembledNode node = new AssembledNode(config, connected);
        try (Assent.RecoveryPause untilAllAreThere = node.assent().pauseRecovery()) {
            for (NodePlan.Resource each : config.resources()) {
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
            Failure.suppress(failed, alsoFailed);
        }
    }

    @Override
    public Assent assent() {
        return connected.assent();
    }

    @Override
    public TransactionManager transactionManager() {
        return assent().transactionManager();
    }

    @Override
    public DataSource dataSource(String name) {
        return resource(name, DataSource.class);
    }

    @Override
    public <T> T resource(String name, Class<T> kind) {
        AutoCloseable found = resources.get(name);
        if (!kind.isInstance(found)) {
            throw new IllegalArgumentException(MESSAGES.nodeResourceUnknown(name, kind.getSimpleName(), config));
        }
        return kind.cast(found);
    }

    @Override
    public List<String> addresses() {
        return transports.stream()
                .map(Transport::address)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
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
