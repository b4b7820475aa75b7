package dev.assent.testkit.remote;

import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.identity.NodeId;
import dev.assent.core.jta.JtaTransactionManager;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.service.Services;
import dev.assent.remote.subordinate.Inflow;
import dev.assent.remote.subordinate.RemoteDescriptions;
import dev.assent.remote.subordinate.SubordinateDesk;
import dev.assent.remote.subordinate.SuperiorDesk;
import dev.assent.remote.superior.Decisions;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import dev.assent.testkit.resource.AdjustableClock;
import dev.assent.testkit.resource.EventList;
import dev.assent.testkit.resource.RecordingNotices;
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.testkit.resource.TestNode;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@link TestNode} with services and one transport. Work of calls runs on the thread that brings them, unless {@link
 * #workers} says otherwise.
 *
 * <p>Thread safety: as the parts.
 */
public final class ServiceNode implements AutoCloseable {
    /** How this node's work is run. */
    public volatile Executor workers = Runnable::run;

    private final String name;
    private final TransportFixture wire;
    private final TestNode node;
    private final Transport transport;
    private final Inflow inflow;
    private final Services services;
    private final Inbound inbound;

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
        RecordingNotices notices = new RecordingNotices();
        Transports transports = new Transports();
        Peers peers = new Peers(transports, builder.clock(), notices);
        node = builder.notices(notices)
                .descriptions(coordinator -> new RemoteDescriptions(coordinator, peers))
                .open();
        Outflow outflow = new Outflow(peers);
        AtomicLong chance = new AtomicLong();
        Services.Parts parts = new Services.Parts(
                node.manager(),
                outflow,
                transports,
                work -> workers.execute(work),
                ThreadWaiter::new,
                node.clock(),
                chance::incrementAndGet,
                node.notices());
        services = new Services(parts, limits);
        inflow = new Inflow(
                new Inflow.Parts(node.coordinator(), peers, any -> true, 60_000, services),
                node.inflow(),
                new SubordinateDesk(node.coordinator(), node.recovery(), work -> workers.execute(work)),
                new SuperiorDesk(node.coordinator(), new Decisions(node.coordinator(), node.recovery()), outflow));
        transport = wire.transport(name, node.coordinator().life().node(), services::type);
        transports.add(transport);
        inbound = inflow.over(transport);
        transport.open(inbound);
        inflow.setReady(true);
    }

    /** What makes a node of this name that has a log in memory. */
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
        return inbound;
    }

    /** What others tell it is not taken any more, or again. */
    public void setReady(boolean isReady) {
        inflow.setReady(isReady);
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
            manager().getTransaction().enlistResource(resource.connect());
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
        wire.transport(name, node.coordinator().life().node(), services::type).open(inbound);
    }

    @Override
    public void close() {
        services.close();
        transport.close();
        node.close();
    }
}
