package dev.assent.transport.iiop.stranger;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.transport.Transport;
import dev.assent.transport.iiop.IiopWires;
import org.junit.jupiter.api.AfterEach;

/** A node of ours, called bank, and a stranger. */
abstract class StrangerWorld {
    final EventList events = new EventList();
    final AdjustableClock clock = new AdjustableClock();
    final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(10_000, 0), options());
    final Stranger stranger = new Stranger();
    final ServiceNode bank = new ServiceNode("bank", wire, events, clock);
    final RecordingResource resource = bank.node().resource("r");

    /** The unusual options of the wire; read before the test is made. */
    IiopWires.Options options() {
        return IiopWires.Options.USUAL;
    }

    /** HOST:PORT of the node. */
    final String place() {
        return wire.address("bank").substring("iiop://".length());
    }

    @AfterEach
    final void close() {
        stranger.close();
        bank.close();
        wire.close();
    }

    /** Another transport at the place of the bank, which is another node. */
    final Transport anotherNode(NodeId id) {
        return wire.transport("bank", new NodeEpoch(id, 1, 0), none -> null);
    }
}
