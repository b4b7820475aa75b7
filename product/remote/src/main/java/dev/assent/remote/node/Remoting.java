package dev.assent.remote.node;

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
 * The remote parts of one node, connected. All messages come and go by the node's transports, which may join and leave
 * while it runs.
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
     * The limits for others.
     *
     * @param unprepared for work that is part of others' transactions
     * @param clients for clients without a transaction manager
     */
    public record Limits(Inflow.Limits unprepared, ClientDesk.Limits clients) {}

    /**
     * The remote parts of a node whose log is not read yet, without transports.
     *
     * @param handler runs the called methods
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

    /** The inbound for a transport that has not joined. */
    public Inbound over(Transport transport) {
        return inflow.over(transport, new NodeThreads(threads, inflow, calls, transport));
    }

    /**
     * Adds a transport. This node reaches others by it, and they reach this node. If it can't join, it is closed.
     *
     * @throws IllegalArgumentException if another transport has its scheme
     * @throws IllegalStateException if the node is closed, or the transport can't be opened
     */
    public void add(Transport transport) {
        joined.add(transport, each -> each.open(over(each)));
        if (isReady) {
            news.tell(transport);
        }
    }

    /**
     * Removes a transport: new calls don't use it, unfinished messages end, and it is closed. Transactions that wait
     * for processes which only it reached wait until a transport with its scheme joins. Ignored if it has not joined.
     */
    public void remove(Transport transport) {
        joined.remove(transport);
    }

    /** Sets whether requests of others are answered: not before the log is read, nor after it is closed (law 17). */
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
        isReady = true; // before the loop: a transport that joins meanwhile sends the news by itself
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

    /** Closes the transports, the last one first; they answer requests until then. */
    @Override
    public void close() {
        joined.close();
        setReady(false);
    }
}
