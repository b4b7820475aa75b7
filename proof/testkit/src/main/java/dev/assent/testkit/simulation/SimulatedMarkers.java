package dev.assent.testkit.simulation;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.local.LocalResource;
import dev.assent.core.local.LocalResource.Mark;
import dev.assent.core.log.RecordKind;
import dev.assent.testkit.simulation.BranchTruth.State;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.transaction.xa.XAException;

/** The commit markers of a resource, as recovery asks for them over a connection. Not thread-safe. */
final class SimulatedMarkers implements LocalResource.Markers, LocalResource.MarkerView {
    private final SimulatedResource resource;
    private final SimulatedSession session;

    SimulatedMarkers(SimulatedResource resource, SimulatedSession session) {
        this.resource = resource;
        this.session = session;
    }

    @Override
    public boolean isCommitted(TransactionId id) throws XAException {
        ByteBuffer global = ByteBuffer.wrap(id.global());
        World world = resource.world();
        if (isUnderWay(global) && world.chance().of(0.5)) {
            throw new SimulatedXaException(XAException.XAER_RMFAIL); // waited too long for the row's lock
        }
        session.askMarkers(
                "Markers.isCommitted", "find a marker", () -> resource.markers().putIfAbsent(global, false));
        boolean isCommitted = !resource.isRefused(global);
        world.ledger().foundByMarker(global, isCommitted);
        return isCommitted;
    }

    @Override
    public Mark look(TransactionId id) throws XAException {
        Mark[] found = {Mark.NONE};
        session.askMarkers("MarkerView.look", "look at a marker", () -> {
            Boolean marker = resource.markers().get(ByteBuffer.wrap(id.global()));
            if (marker != null) {
                found[0] = marker ? Mark.COMMITTED : Mark.REFUSED;
            }
        });
        return found[0];
    }

    private boolean isUnderWay(ByteBuffer global) {
        return resource.branches().stream()
                .anyMatch(each -> each.isLocal
                        && each.state != State.GONE
                        && each.xid.global().equals(global));
    }

    @Override
    public Collection<TransactionId> list(NodeId node) throws XAException {
        ByteBuffer identity = ByteBuffer.allocate(NodeId.BYTES);
        node.write(identity);
        identity.flip();
        List<TransactionId> found = new ArrayList<>();
        session.askMarkers("Markers.list", "list markers", () -> {
            for (ByteBuffer global : resource.markers().keySet()) {
                if (global.slice(0, NodeId.BYTES).equals(identity)) {
                    found.add(TransactionId.of(TransactionId.ASSENT_FORMAT, global.array()));
                }
            }
        });
        return found;
    }

    @Override
    public void remove(List<TransactionId> ids) throws XAException {
        session.askMarkers("Markers.remove", "remove markers", () -> {
            for (TransactionId id : ids) {
                ByteBuffer global = ByteBuffer.wrap(id.global());
                DurableRecords.Found found = session.life().durable().of(global);
                boolean isUndecided = found != null && found.kind() == RecordKind.LAST_RESOURCE;
                if (isUndecided && Boolean.TRUE.equals(resource.markers().get(global))) { // a refusal is found again
                    resource.world().ledger().broken("law 13", "a marker is removed before its decision: " + id);
                }
                resource.removeMarker(global);
            }
        });
    }

    @Override
    public void close() {
        session.close();
    }
}
