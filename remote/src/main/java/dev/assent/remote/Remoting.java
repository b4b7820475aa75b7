package dev.assent.remote;

import dev.assent.core.NodeLayer;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Descriptions;
import dev.assent.remote.subordinate.CallHandler;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.subordinate.Enrolment;
import dev.assent.remote.subordinate.Inflow;
import dev.assent.remote.subordinate.RemoteDescriptions;
import dev.assent.remote.subordinate.SubordinateDesk;
import dev.assent.remote.superior.Decisions;
import dev.assent.remote.superior.RestartNews;
import dev.assent.remote.superior.SuperiorDesk;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;

/**
 * The remote parts of one node, put together: what others send comes in by transports, what this node sends goes out by
 * them. They join and leave while the node runs.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Remoting implements NodeLayer {
    private final JoinedTransports joined;
    private final Inflow inflow;
    private final ClientDesk clients;
    private final CallGate calls;
    private final NodeThreads.Parts threads;
    private final Descriptions descriptions;
    private final RestartNews news;
    private volatile boolean isReady;

    /**
     * What others may do.
     *
     * @param unprepared of work that is part of others' transactions
     * @param clients of those who have no transaction manager
     */
    public record Limits(Inflow.Limits unprepared, ClientDesk.Limits clients) {}

    /**
     * The remote parts of a node whose log is not read yet; there is no transport.
     *
     * @param handler does the work of calls
     */
    public Remoting(Parts parts, Outgoing outgoing, Limits limits, CallHandler handler) {
        Coordinator coordinator = parts.coordinator();
        joined = new JoinedTransports(outgoing.transports(), parts.notices());
        Peers peers = outgoing.peers();
        descriptions = new RemoteDescriptions(peers);
        news = new RestartNews(coordinator, peers, outgoing.places());
        threads = new NodeThreads.Parts(coordinator, parts.manager(), parts.waiters(), outgoing.outflow());
        calls = new CallGate(coordinator.life().node(), handler);
        clients = new ClientDesk(
                new ClientDesk.Parts(coordinator, parts.inflow(), outgoing.outflow(), parts.workers(), parts.notices()),
                limits.clients());
        inflow = new Inflow(
                new Inflow.Parts(coordinator, peers, limits.unprepared(), calls),
                parts.inflow(),
                new SubordinateDesk(coordinator, parts.recovery(), parts.workers()),
                new SuperiorDesk(
                        coordinator,
                        new Decisions(coordinator, parts.recovery()),
                        outgoing.outflow(),
                        Enrolment::announce),
                clients);
    }

    /** Takes what comes over a transport that brings it without having joined. */
    public Inbound over(Transport transport) {
        return inflow.over(transport, new NodeThreads(threads, inflow, calls, transport));
    }

    /**
     * A transport joins: others are reached by it, and reach this node. One that can't join is closed.
     *
     * @throws IllegalArgumentException when another one has its scheme
     * @throws IllegalStateException when the node is closed, or the transport can't be opened
     */
    public void add(Transport transport) {
        joined.add(transport, each -> each.open(over(each)));
        if (isReady) {
            news.tell(transport);
        }
    }

    /**
     * A transport leaves: no calls are made by it any more, what is under way ends, and it is closed. What waits for others
     * that were reached by it alone waits until one of its scheme joins. Ignored when it has not joined.
     */
    public void remove(Transport transport) {
        joined.remove(transport);
    }

    /** Whether what others send is answered; false before the log is read, and after it is closed (law 17). */
    public void setReady(boolean isReady) {
        inflow.setReady(isReady);
        calls.setReady(isReady);
    }

    // ---- the node's life

    @Override
    public Descriptions descriptions() {
        return descriptions;
    }

    @Override
    public void ready() {
        news.restore();
        setReady(true);
        isReady = true; // before the look: a transport that joins meanwhile tells by itself
        joined.forEach(news::tell);
    }

    @Override
    public void tick() {
        joined.tick();
        clients.tick();
    }

    @Override
    public void stop() {
        calls.shut();
    }

    @Override
    public boolean isIdle() {
        return calls.isIdle();
    }

    /** Its transports are closed, the last one first; until then requests are answered. */
    @Override
    public void close() {
        joined.close();
        setReady(false);
    }
}
