package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.transport.Caller;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;

/** How much a client may begin without ending it, and for how long. */
@Fast
class ClientLimitsTest extends ClientPart {
    private Response begin(Caller client) {
        List<Response> answer = new ArrayList<>(1);
        coordinator.inbound().ask(client, new Request.Begin(0), answer::add);
        return answer.get(0);
    }

    @Test
    void aClientThatIsStuckKeepsNoOtherOfItsHostFromBeginning() {
        Caller stuck = Caller.ofOwnKey("client 7", "192.0.2.1:1");
        for (int i = 0; i < ClientDesk.Limits.DEFAULT.openMax(); i++) {
            assertThat(begin(stuck)).isInstanceOf(Response.Begun.class);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(((Response.Refused) begin(stuck)).text()).contains("ASSENT-8084", "client 7 at 192.0.2.1");
        }
        assertThat(begin(Caller.ofOwnKey("client 8", "192.0.2.1:2"))).isInstanceOf(Response.Begun.class);
        assertThat(begin(new Caller(null, "CN=known"))).isInstanceOf(Response.Begun.class);
        assertThat(coordinator.node().notices().of(8091))
                .as("told once")
                .singleElement()
                .asString()
                .contains("1000", "'client-transactions-max'", "log end --of NAME", "'client 7 at 192.0.2.1'");
        coordinator.node().advance(Duration.ofMinutes(1));
    }

    /** The node has no room, and that is not the client's doing. */
    @Test
    void aTransactionThatCanNotBeginCountsForNobody() {
        coordinator.close();
        TestNode.Builder small =
                ServiceNode.inMemory("coordinator").events(events).clock(clock).transactionsMax(4);
        coordinator = new ServiceNode("coordinator", new InProcessFixture(network), small, ServiceLimits.DEFAULT);
        Caller client = Caller.ofOwnKey("client 7", "192.0.2.1:1");
        for (int i = 0; i < 4; i++) {
            assertThat(begin(client)).isInstanceOf(Response.Begun.class);
        }
        for (int i = 0; i <= ClientDesk.Limits.DEFAULT.openMax(); i++) {
            assertThat(((Response.Refused) begin(client)).why()).isEqualTo(Response.Why.NOT_READY);
        }
        coordinator.node().advance(Duration.ofMinutes(1));
        assertThat(begin(client)).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMinutes(1));
    }

    @Test
    void oneThatMakesManyKeysHasNoMoreThanItsHostAndOtherHostsHaveTheirs() {
        coordinator.close();
        TestNode.Builder large =
                ServiceNode.inMemory("coordinator").events(events).clock(clock).transactionsMax(1 << 14);
        coordinator = new ServiceNode("coordinator", new InProcessFixture(network), large, ServiceLimits.DEFAULT);
        int ofHost = ClientDesk.Limits.DEFAULT.openMaxOfHost();
        for (int i = 0; i < ofHost; i++) {
            assertThat(begin(Caller.ofOwnKey("client " + i, "192.0.2.1:1"))).isInstanceOf(Response.Begun.class);
        }
        assertThat(((Response.Refused) begin(Caller.ofOwnKey("client x", "192.0.2.1:1"))).text())
                .contains("ASSENT-8084", "host 192.0.2.1");
        assertThat(coordinator.node().notices().of(8091))
                .singleElement()
                .asString()
                .contains("'client-transactions-max-of-host'", "'192.0.2.1'");
        assertThat(begin(Caller.ofOwnKey("client x", "192.0.2.2:1"))).isInstanceOf(Response.Begun.class);
        assertThat(begin(Caller.ofCertificate("session 1", "CN=known"))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMinutes(1));
        assertThat(begin(Caller.ofOwnKey("client x", "192.0.2.1:1"))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMinutes(1));
    }

    /** On plain native everybody may say that it is a node, and that as often as it likes. */
    @Test
    void oneThatInventsNodesHasNoMoreThanItsHost() {
        coordinator.close();
        TestNode.Builder large =
                ServiceNode.inMemory("coordinator").events(events).clock(clock).transactionsMax(1 << 14);
        coordinator = new ServiceNode("coordinator", new InProcessFixture(network), large, ServiceLimits.DEFAULT);
        int ofHost = ClientDesk.Limits.DEFAULT.openMaxOfHost();
        for (int i = 0; i < ofHost; i++) {
            assertThat(begin(invented(i))).isInstanceOf(Response.Begun.class);
        }
        assertThat(begin(invented(ofHost)))
                .isInstanceOfSatisfying(
                        Response.Refused.class,
                        refused -> assertThat(refused.text()).contains("ASSENT-8084", "host 192.0.2.1"));
        assertThat(begin(new Caller(new NodeId(9, ofHost), "CN=known"))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMinutes(1));
    }

    private static Caller invented(int number) {
        String name = "native://192.0.2.1:" + number;
        return Caller.ofUncertifiedNode(new NodeId(9, number), name, "192.0.2.1:" + number);
    }

    @Test
    void aClientThatBeginsAndNeverEndsIsLimited() {
        int openMax = ClientDesk.Limits.DEFAULT.openMax();
        for (int i = 0; i < openMax; i++) {
            assertThat(ask(wire, new Request.Begin(0))).isInstanceOf(Response.Begun.class);
        }
        assertThat(((Response.Refused) ask(wire, new Request.Begin(0))).text()).contains("ASSENT-8084");
        assertThat(ask(network.transport("other", null), new Request.Begin(0))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMillis(ClientDesk.Limits.DEFAULT.timeoutMillisDefault()));
        assertThat(ask(wire, new Request.Begin(0))).isInstanceOf(Response.Begun.class);
    }

    @Test
    void oneThatHasRunOutOfTimeRollsBack() throws Exception {
        transactions.setTransactionTimeout(2);
        workAtBoth();
        coordinator.node().advance(Duration.ofSeconds(2));
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("2 s");
        assertThat(ofA.rolledBack()).isEqualTo(1);
    }

    /**
     * Regression: the coordinator had removed it together with others whose timeouts had passed, and answered that it
     * had rolled back.
     */
    @Test
    void aHeuristicOutcomeOfOneThatHasRunOutOfTimeIsToldAlsoWhenOthersHaveBegunSince() throws Exception {
        RecordingResource atHome = coordinator.node().resource("home");
        atHome.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        transactions.setTransactionTimeout(2);
        transactions.begin();
        work(coordinator, atHome).run();
        coordinator.node().advance(Duration.ofSeconds(2));
        for (int i = 1; i < ClientDesk.Limits.DEFAULT.openMax() + 1; i++) {
            assertThat(ask(wire, new Request.Begin(0))).isInstanceOf(Response.Begun.class);
        }
        assertThatThrownBy(transactions::commit).isInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void anEverlastingTimeoutIsNot() {
        Response.Begun begun = (Response.Begun) ask(wire, new Request.Begin(Long.MAX_VALUE));
        assertThat(begun.context().remainingMillis()).isEqualTo(ClientDesk.Limits.DEFAULT.timeoutMillisMax());
    }

    @Test
    void aNegativeTimeoutIsNoMessage() {
        assertThatThrownBy(() -> new Request.Begin(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 ms");
    }
}
