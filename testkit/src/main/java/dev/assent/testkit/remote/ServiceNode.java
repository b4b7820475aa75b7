package dev.assent.testkit.remote;

import dev.assent.core.identity.NodeId;
import dev.assent.core.jta.JtaTransactionManager;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.remote.Outgoing;
import dev.assent.remote.Remoting;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.service.Services;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.subordinate.Inflow;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport;
import dev.assent.testkit.resource.AdjustableClock;
import dev.assent.testkit.resource.EventList;
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.testkit.resource.TestNode;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * A {@link TestNode} with services and one transport. Work of calls runs on the thread that brings them, unless {@link
 * #workers} says otherwise.
 *
 * <p>Thread safety: as the parts.
 */
public final class ServiceNode implements AutoCloseable {
    /** How this node's work is run. */
    public volatile Executor workers = Runnable::run;

    /** Which addresses that others send it calls. */
    public volatile Predicate<String> allowed = any -> true;

    private final String name;
    private final TransportFixture wire;
    private final TestNode node;
    private final Transport transport;
    private final Services services;
    private final Remoting remoting;

    /** A node on a wire, with a log in memory. */
    public ServiceNode(String name, TransportFixture wire, EventList events, AdjustableClock clock) {
        this(name, wire, inMemory(name).events(events).clock(clock), ServiceLimits.DEFAULT);
    }

    /**
     * A node with other limits.
     *
     * @param builder makes the rest of it, the log with it: {@link #inMemory}, or one that a node of before has left
     */
    public ServiceNode(String name, TransportFixture wire, TestNode.Builder builder, ServiceLimits limits) {
        this.name = name;
        this.wire = wire;
        AtomicReference<Services> exported = new AtomicReference<>();
        AtomicReference<Remoting> connected = new AtomicReference<>();
        node = builder.workers(work -> workers.execute(work))
                .layer(parts -> {
                    Outgoing outgoing = Outgoing.of(parts, address -> allowed.test(address));
                    Services made =
                            new Services(Services.Parts.of(parts, outgoing.transports(), outgoing.outflow()), limits);
                    exported.set(made);
                    connected.set(new Remoting(
                            parts,
                            outgoing,
                            new Remoting.Limits(Inflow.Limits.DEFAULT, ClientDesk.Limits.DEFAULT),
                            made));
                    return connected.get();
                })
                .open();
        services = exported.get();
        remoting = connected.get();
        transport = wire.transport(name, node.coordinator().life(), services::type, services::names);
        remoting.ready();
        remoting.add(transport);
    }

    /** A builder of a node of this name with a log in memory. */
    public static TestNode.Builder inMemory(String name) {
        NodeId id = new NodeId(name.hashCode(), 7);
        return TestNode.builder().log(new MemoryDecisionLog(() -> id));
    }

    /** Its services. */
    public Services services() {
        return services;
    }

    /** Its engine and resources. */
    public TestNode node() {
        return node;
    }

    /** Its transport. */
    public Transport transport() {
        return transport;
    }

    /** Where messages come in. */
    public Inbound inbound() {
        return remoting.over(transport);
    }

    /** From now on this node takes messages of other nodes, or refuses them. */
    public void setReady(boolean isReady) {
        remoting.setReady(isReady);
    }

    /**
     * Does the work of a node's timer for the layer above the engine: time goes on for its transport and for clients.
     */
    public void tick() {
        remoting.tick();
    }

    /** Whether no call of others is under way here. */
    public boolean isIdle() {
        return remoting.isIdle();
    }

    /** Its TransactionManager. */
    public JtaTransactionManager manager() {
        return node.manager();
    }

    /** The address of one of its objects. */
    public String address(String object) {
        return wire.address(name) + "/" + object;
    }

    /** Does some work on a resource, as part of the thread's transaction. */
    public void work(RecordingResource resource) {
        try {
            Objects.requireNonNull(manager().getTransaction()).enlistResource(resource.connect());
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The thread's transaction; "none" when it has none. */
    public String current() {
        var current = manager().getTransaction();
        return current == null ? "none" : current.id().toString();
    }

    /** Its transport, where that is of a {@link FaultyWire}. */
    FaultyTransport faulty() {
        return (FaultyTransport) transport;
    }

    /** Takes messages again, by a new transport, after its own was closed. */
    void reconnect() {
        wire.transport(name, node.coordinator().life(), services::type).open(inbound());
    }

    @Override
    public void close() {
        remoting.stop();
        remoting.close();
        services.close();
        node.close();
    }
}
