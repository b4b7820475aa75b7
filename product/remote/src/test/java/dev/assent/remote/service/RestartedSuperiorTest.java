package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.FaultyWire;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.MessageKind;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Caller;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls with the context of a superior's life that has ended, from clients that have not heard of its end. */
@Fast
class RestartedSuperiorTest {
    private static final Method METHOD = Runnable.class.getMethods()[0];

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final FaultyWire wire = new FaultyWire(
            new InProcessFixture(new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(1000, 0))));
    private final SimulatedDisk disk = new SimulatedDisk();
    private final ServiceNode bank = new ServiceNode("bank", wire, events, clock);
    private final RecordingResource resource = bank.node().resource("r");
    private final NodeEpoch before = openAndClose();
    private final ServiceNode shop = open();

    private ServiceNode open() {
        TestNode.Builder builder = TestNode.builder().disk(disk).events(events).clock(clock);
        return new ServiceNode("shop", wire, builder, ServiceLimits.DEFAULT);
    }

    /** A life of the shop that has ended. */
    private NodeEpoch openAndClose() {
        try (ServiceNode first = open()) {
            return first.node().coordinator().life();
        }
    }

    @AfterEach
    void close() {
        shop.close();
        bank.close();
    }

    /** A client calls the bank in a transaction that the shop has begun in some life. */
    private Result call(NodeEpoch shopsLife) {
        bank.services().export("work", Runnable.class, () -> bank.work(resource), CallTransaction.MANDATORY);
        LocalTransactionId id = new LocalTransactionId(shopsLife, 7);
        Context context = new Context(id, new SuperiorRef(id, wire.address("shop")), Context.UNLIMITED, null);
        List<Result> results = new ArrayList<>();
        bank.inbound()
                .call(
                        new Caller(null, "a client"),
                        new Call("work", METHOD, new Object[0], context, 1000),
                        results::add);
        return results.get(0);
    }

    private Response tell(NodeId from, NodeEpoch life) {
        List<Response> responses = new ArrayList<>();
        bank.inbound().ask(new Caller(from, "the shop"), new Request.Restarted(life), responses::add);
        return responses.get(0);
    }

    @Test
    void call_ofALifeThatIsOver_isRolledBackAtOnce() {
        NodeEpoch now = shop.node().coordinator().life();
        assertThat(tell(now.node(), now)).isEqualTo(new Response.Answered(Answer.DONE));

        call(before);

        assertThat(wire.sent(MessageKind.INQUIRE)).isOne();
        assertThat(bank.node().coordinator().isIdle()).isTrue();
        assertThat(resource.known()).isZero();
    }

    @Test
    void call_newsOfAnEarlierLifeComesLate_asksAllTheSame() {
        NodeEpoch now = shop.node().coordinator().life();
        tell(now.node(), now);
        tell(now.node(), before);

        call(before);

        assertThat(wire.sent(MessageKind.INQUIRE)).isOne();
    }

    @Test
    void call_newsIsRefused_waitsForItsTime() {
        NodeEpoch now = shop.node().coordinator().life();
        NodeId bankItself = bank.node().coordinator().life().node();
        assertThat(tell(bankItself, now)).isInstanceOf(Response.Refused.class);

        assertThat(call(before)).isInstanceOf(Result.Returned.class);

        assertThat(wire.sent(MessageKind.INQUIRE)).isZero();
        assertThat(bank.node().coordinator().isIdle()).isFalse();
    }

    @Test
    void call_ofTheLifeThatIsTold_asksNobody() {
        NodeEpoch now = shop.node().coordinator().life();
        tell(now.node(), now);

        assertThat(call(now)).isInstanceOf(Result.Returned.class);

        assertThat(wire.sent(MessageKind.INQUIRE)).isZero();
    }
}
