package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.FaultyWire;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A superior tells a subordinate to commit that it never asked for its vote. Each time, the subordinate says that it
 * has rolled back.
 */
@Fast
class UnpreparedCommitTest {
    private static final NodeEpoch SHOP = new NodeEpoch(new NodeId(1, 2), 3, 4);
    private static final LocalTransactionId ID = new LocalTransactionId(SHOP, 7);

    private final AdjustableClock clock = new AdjustableClock();
    private final EventList events = new EventList();
    private final FaultyWire wire = new FaultyWire(
            new InProcessFixture(new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(1000, 0))));
    private final ServiceNode bank = new ServiceNode("bank", wire, events, clock);
    private final RecordingResource resource = bank.node().resource("r");
    private LocalTransactionId incarnation;

    @BeforeEach
    void work() throws Exception {
        bank.services().export("work", Runnable.class, () -> bank.work(resource), CallTransaction.MANDATORY);
        Context context = new Context(ID, new SuperiorRef(ID, wire.address("shop")), Context.UNLIMITED, null);
        bank.inbound()
                .call(
                        new Caller(null, "a client"),
                        new Call("work", Runnable.class.getMethod("run"), new Object[0], context, 1000),
                        result -> {});
        incarnation = Objects.requireNonNull(
                Objects.requireNonNull(bank.node().coordinator().subordinate(ID))
                        .transaction()
                        .incarnation());
    }

    @AfterEach
    void close() {
        bank.close();
        wire.close();
    }

    private Answer ask(RemoteVerb verb) {
        List<Response> responses = new ArrayList<>();
        bank.inbound()
                .ask(
                        new Caller(SHOP.node(), "the shop"),
                        new Request.Ask(verb, new BranchRef(ID, incarnation)),
                        responses::add);
        return ((Response.Answered) responses.get(0)).answer();
    }

    @Test
    void commit_again_saysAgainThatItHasRolledBack() {
        assertThat(ask(RemoteVerb.COMMIT)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        assertThat(ask(RemoteVerb.COMMIT)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        assertThat(ask(RemoteVerb.FORGET)).isEqualTo(Answer.DONE);
        assertThat(resource.known()).isZero();
    }

    @Test
    void commit_afterItsTime_saysThatItHasRolledBack() {
        clock.advance(Duration.ofHours(2));
        bank.node().coordinator().tick();
        assertThat(bank.node().coordinator().isIdle()).isTrue();
        assertThat(ask(RemoteVerb.COMMIT)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
    }

    @Test
    void commit_again_afterTheVote_isDone() {
        assertThat(ask(RemoteVerb.PREPARE)).isEqualTo(Answer.PREPARED);
        assertThat(ask(RemoteVerb.COMMIT)).isEqualTo(Answer.DONE);
        assertThat(ask(RemoteVerb.COMMIT)).isEqualTo(Answer.DONE);
        assertThat(resource.committed()).isOne();
    }
}
