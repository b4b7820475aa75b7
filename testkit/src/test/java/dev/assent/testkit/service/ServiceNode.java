package dev.assent.testkit.service;

import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.identity.NodeId;
import dev.assent.core.jta.JtaTransactionManager;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.remote.inprocess.InProcessNetwork;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.service.Services;
import dev.assent.remote.subordinate.Inflow;
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
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.testkit.resource.TestNode;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A node with services and the in-process transport. Work of calls runs on the thread that brings them, unless {@link
 * #workers} says otherwise.
 */
final class ServiceNode implements AutoCloseable {
    /** How this node's work is run. */
    public volatile Executor workers = Runnable::run;

    private final String name;
    private final TestNode node;
    private final Transport transport;
    private final Inflow inflow;
    private final Services services;
    private final Inbound inbound;

    /** A node in a network. */
    public ServiceNode(String name, InProcessNetwork network, EventList events, AdjustableClock clock) {
        this(name, network, TestNode.builder().events(events).clock(clock), ServiceLimits.DEFAULT);
    }

    /** A node with other limits. */
    public ServiceNode(String name, InProcessNetwork network, TestNode.Builder builder, ServiceLimits limits) {
        this.name = name;
        NodeId id = new NodeId(name.hashCode(), 7);
        node = builder.log(new MemoryDecisionLog(() -> id)).open();
        transport = network.transport(name, id);
        Transports transports = new Transports();
        Peers peers = new Peers(transports, node.clock(), node.notices());
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
        transports.add(transport);
        inbound = inflow.over(transport);
        transport.open(inbound);
        inflow.setReady(true);
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
        return "in-process://" + name + "/" + object;
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

    @Override
    public void close() {
        services.close();
        transport.close();
        node.close();
    }
}
