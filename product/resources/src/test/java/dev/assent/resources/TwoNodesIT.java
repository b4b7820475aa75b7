package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import dev.assent.harness.TestJvm;
import dev.assent.resources.node.Node;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two nodes from their files, each with a log folder and a real database, and one transaction of both. */
@Sampled
class TwoNodesIT {
    private static final Tracer NOTHING = (point, id, participant) -> {};

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    private TwoNodes nodes;

    @BeforeEach
    void makeNodes() {
        nodes = new TwoNodes(folder);
    }

    @AfterEach
    void closeNetwork() {
        nodes.close();
    }

    private int inDoubt() {
        return servers.orders().prepared().size()
                + servers.payments().prepared().size();
    }

    private static boolean isOver(Node node) {
        return Internals.coordinator(node.assent()).parked().isEmpty();
    }

    private void assertRows(int rows) {
        assertThat(servers.orders().query("select id from item")).hasSize(rows);
        assertThat(servers.payments().query("select id from item")).hasSize(rows);
    }

    @Test
    void bothDatabasesCommitOrNeither() throws Exception {
        try (Node payments = nodes.openPayments(servers.payments().url(), NOTHING);
                Node orders = nodes.openOrders(servers.orders().url(), NOTHING)) {
            TwoNodes.order(orders, 1);
            assertRows(1);

            servers.payments().execute("insert into item values (2, 'in the way')");
            assertThatThrownBy(() -> TwoNodes.order(orders, 2)).hasMessageContaining("duplicate key");
            orders.transactionManager().rollback();
            assertThat(servers.orders().query("select id from item")).containsExactly("1");
            assertThat(isOver(payments)).isTrue();
        }
        assertThat(inDoubt()).isZero();
    }

    static List<Arguments> crashes() {
        return Sample.of(
                "crashes of two nodes",
                1,
                List.of(
                        arguments("orders", FaultPoint.BEFORE_FORCE, 0),
                        arguments("orders", FaultPoint.AFTER_FORCE, 1),
                        arguments("orders", FaultPoint.AFTER_COMMIT, 1),
                        arguments("payments", FaultPoint.BEFORE_FORCE, 0),
                        arguments("payments", FaultPoint.AFTER_FORCE, 0),
                        arguments("payments", FaultPoint.BEFORE_COMMIT, 1),
                        arguments("payments", FaultPoint.AFTER_COMMIT, 1)));
    }

    @ParameterizedTest
    @MethodSource("crashes")
    void theSuccessorsOfKilledNodesFinishWhatTheyLeft(String node, FaultPoint point, int committed) throws Exception {
        crashAt(node, point);
        try (Node payments = nodes.openPayments(servers.payments().url(), NOTHING);
                Node orders = nodes.openOrders(servers.orders().url(), NOTHING)) {
            await().until(() -> inDoubt() == 0 && isOver(payments) && isOver(orders));
        }
        assertRows(committed);
    }

    private void crashAt(String node, FaultPoint point) throws Exception {
        Process process = new ProcessBuilder(TestJvm.command(
                        CrashingNodes.class,
                        folder,
                        node,
                        point,
                        servers.orders().url(),
                        servers.payments().url()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(CrashingNode.HERE);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }
}
