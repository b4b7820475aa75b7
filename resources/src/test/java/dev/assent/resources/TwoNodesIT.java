package dev.assent.resources;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.harness.Fast;
import dev.assent.resources.node.Node;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two nodes from their files, each with a log folder and a real database, and one transaction of both. */
@Fast
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
        return node.assent().coordinator().parked().isEmpty();
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

    @ParameterizedTest
    @CsvSource({
        "orders, BEFORE_FORCE, 0",
        "orders, AFTER_FORCE, 1",
        "orders, AFTER_COMMIT, 1",
        "payments, BEFORE_FORCE, 0",
        "payments, AFTER_FORCE, 0",
        "payments, BEFORE_COMMIT, 1",
        "payments, AFTER_COMMIT, 1"
    })
    void theSuccessorsOfKilledNodesFinishWhatTheyLeft(String node, FaultPoint point, int committed) throws Exception {
        crashAt(node, point);
        try (Node payments = nodes.openPayments(servers.payments().url(), NOTHING);
                Node orders = nodes.openOrders(servers.orders().url(), NOTHING)) {
            await().atMost(30, SECONDS).until(() -> inDoubt() == 0 && isOver(payments) && isOver(orders));
        }
        assertRows(committed);
    }

    private void crashAt(String node, FaultPoint point) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashingNodes.class.getName(),
                        folder.toString(),
                        node,
                        point.name(),
                        servers.orders().url(),
                        servers.payments().url())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(CrashingNode.HERE);
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(10, SECONDS)).isTrue();
        }
    }
}
