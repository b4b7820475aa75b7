package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.testkit.cost.CostTable;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every line about several nodes of docs/reference/costs.md has the true cost of a transaction. */
@Fast
class RemoteCostTest {
    private static final String HEADING = "| transfer | calls | requests |";
    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    private final ContractWorld world = new ContractWorld(InProcessFixture::new);
    private final RestartableNode client = world.node("client");
    private final RestartableNode b = world.node("b");
    private final RestartableNode c = world.node("c");
    private final Map<RestartableNode, Long> forcedBefore = new LinkedHashMap<>();

    /** One line of the table, run. */
    private interface Scenario {
        void run(RemoteCostTest test) throws Exception;
    }

    static {
        SCENARIOS.put("commit at the client and two servers", test -> {
            test.begin(true);
            test.call(test.b, test.c);
            test.commit();
        });
        SCENARIOS.put("commit at two servers, the client without a resource", test -> {
            test.begin(false);
            test.call(test.b, test.c);
            test.commit();
        });
        SCENARIOS.put("commit at the client and one server", test -> {
            test.begin(true);
            test.call(test.b);
            test.commit();
        });
        SCENARIOS.put("commit at one server, the client without a resource", test -> {
            test.begin(false);
            test.call(test.b);
            test.commit();
        });
        SCENARIOS.put("commit at one server with two resources, the client without one", test -> {
            test.b.duringWork(
                    () -> test.b.service().work(test.b.service().node().resource("second")));
            test.begin(false);
            test.call(test.b);
            test.commit();
        });
        SCENARIOS.put("commit at the client and two servers, each called three times", test -> {
            test.begin(true);
            test.call(test.b, test.c, test.b, test.c, test.b, test.c);
            test.commit();
        });
        SCENARIOS.put("commit at the client and two servers, one of them read-only", test -> {
            test.b.resource().votes(XAResource.XA_RDONLY);
            test.begin(true);
            test.call(test.b, test.c);
            test.commit();
        });
        SCENARIOS.put("commit at the client and two servers, both read-only", test -> {
            test.b.resource().votes(XAResource.XA_RDONLY);
            test.c.resource().votes(XAResource.XA_RDONLY);
            test.client.resource().votes(XAResource.XA_RDONLY);
            test.begin(true);
            test.call(test.b, test.c);
            test.commit();
        });
        SCENARIOS.put("commit at the client and two servers with synchronizations", test -> {
            test.begin(true);
            test.client.office(test.b).workBeforeCompletion("");
            test.client.office(test.c).workBeforeCompletion("");
            test.commit();
        });
        SCENARIOS.put("commit along a chain, the client calls b and b calls c", test -> {
            test.begin(true);
            test.client.office(test.b).workAndPassOn(test.c.officeAddress());
            test.commit();
        });
        SCENARIOS.put("commit that the first server refuses", test -> test.refused(test.b));
        SCENARIOS.put("commit that the second server refuses", test -> test.refused(test.c));
        SCENARIOS.put("rollback at the client and two servers", test -> {
            test.begin(true);
            test.call(test.b, test.c);
            test.client.service().manager().rollback();
        });
        SCENARIOS.put("commit whose first decision is lost, and its recovery", test -> {
            test.world.wire().all(MessageKind.INQUIRE, Passage::lose);
            test.world.wire().next(MessageKind.COMMIT, Passage::lose);
            test.begin(true);
            test.call(test.b, test.c);
            test.commit();
            test.world.settle(test.client);
        });
        SCENARIOS.put("commit with a server that restarts after its vote and asks", test -> {
            test.world.wire().next(MessageKind.COMMIT, Passage::lose);
            test.begin(true);
            test.call(test.b, test.c);
            test.commit();
            test.restart(test.b);
            test.world.settle(test.b);
        });
    }

    @BeforeEach
    void note() {
        for (RestartableNode each : world.nodes()) {
            forcedBefore.put(each, each.forces());
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void begin(boolean hasWork) throws Exception {
        client.service().node().begin();
        if (hasWork) {
            client.service().work(client.resource());
        }
    }

    private void call(RestartableNode... servers) {
        for (RestartableNode each : servers) {
            client.office(each).work();
        }
    }

    private void commit() throws Exception {
        client.service().manager().commit();
    }

    private void refused(RestartableNode by) throws Exception {
        by.resource().fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        begin(true);
        call(b, c);
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
    }

    /** Its forces so far still count; those of its start do not. */
    private void restart(RestartableNode server) {
        long forced = forced(server);
        server.restart();
        forcedBefore.put(server, server.forces() - forced);
    }

    private long forced(RestartableNode node) {
        return node.forces() - forcedBefore.get(node);
    }

    static Stream<String> lines() throws IOException {
        return CostTable.lines(HEADING);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aLineOfTheTableIsWhatItCosts(String line) throws Exception {
        Scenario scenario = SCENARIOS.get(CostTable.name(line));
        assertThat(scenario).as("what is run for '%s'", line).isNotNull();
        scenario.run(this);
        long calls = world.wire().sent(MessageKind.CALL);
        long all = world.wire().sent().size();
        assertThat(new long[] {calls, all - calls, 2 * all, forced(client), forced(b), forced(c)})
                .as("%s: %s", line, world.wire().sent())
                .containsExactly(CostTable.numbers(line));
    }

    @Test
    void theTableHasALineForEveryTransfer() throws IOException {
        assertThat(lines().map(CostTable::name)).containsExactlyElementsOf(SCENARIOS.keySet());
    }
}
