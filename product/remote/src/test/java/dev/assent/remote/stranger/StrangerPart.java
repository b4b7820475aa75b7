package dev.assent.remote.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Transport.Feature;
import java.lang.reflect.Method;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;

/**
 * A node and two strangers over a wire whose replies carry no registration (OTS, WS-AT), for tests of the messages that
 * strangers get and may send (laws 16 to 19 and 22).
 */
abstract class StrangerPart {
    static final TransactionId FOREIGN = new ForeignTransactionId(4711, new byte[] {1, 2, 3});
    static final String NODE = "in-process://bank";
    static final Method METHOD = Runnable.class.getMethods()[0];

    final EventList events = new EventList();
    final AdjustableClock clock = new AdjustableClock();
    final LocalNetwork network = new LocalNetwork(
            Runnable::run,
            clock,
            new LocalNetwork.Times(1000, 0),
            EnumSet.complementOf(EnumSet.of(Feature.REGISTRATION_ON_REPLY)));
    final SimulatedDisk disk = new SimulatedDisk();
    final Stranger stranger = new Stranger(network, "stranger");
    final Stranger other = new Stranger(network, "other");
    ServiceNode node = open();
    RecordingResource resource = node.node().resource("r");
    int calls;

    ServiceNode open() {
        TestNode.Builder builder = TestNode.builder().disk(disk).events(events).clock(clock);
        return new ServiceNode("bank", new InProcessFixture(network), builder, ServiceLimits.DEFAULT);
    }

    @AfterEach
    void close() {
        node.close();
        stranger.close();
        other.close();
    }

    /** A new life of the node on the same disk, with the same database. */
    void restart() {
        node.close();
        node = open();
        node.node().register(resource);
    }

    JtaTransaction begun() throws Exception {
        return node.node().beginOn(resource);
    }

    static LocalTransactionId name(JtaTransaction begun) {
        return (LocalTransactionId) begun.id();
    }

    void register(Stranger each, JtaTransaction begun, Interest... interests) {
        assertThat(each.registers(NODE, begun.id(), name(begun), interests)).isEqualTo(new Response.Registered(null));
    }

    Response votes(JtaTransaction begun, Answer vote) {
        BranchRef branch = BranchRef.ofStranger(begun.id(), stranger.address());
        return stranger.asks(NODE, new Request.Vote(name(begun), branch, vote));
    }
}
