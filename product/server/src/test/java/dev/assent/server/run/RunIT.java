package dev.assent.server.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.backends.PostgresServer;
import dev.assent.backends.ServerFolder;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import dev.assent.resources.assembly.AssembledNode;
import dev.assent.resources.assembly.NodeFile;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import dev.assent.server.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code assent run} in a process of its own, after a node that left a branch in doubt on a server that is down. */
@Fast
class RunIT {
    private static ServerFolder servers;
    private static PostgresServer orders;
    private static PostgresServer stock;

    @TempDir
    Path folder;

    private Path config;

    @BeforeAll
    static void start() throws IOException {
        servers = ServerFolder.temporary();
        orders = servers.startPostgres("orders");
        stock = servers.startPostgres("stock");
    }

    @AfterAll
    static void stop() throws IOException {
        servers.close();
    }

    @BeforeEach
    void leaveABranchInDoubt() throws Exception {
        for (PostgresServer each : List.of(orders, stock)) {
            each.rollBackPrepared();
            each.execute("drop table if exists item");
            each.execute("create table item (id int primary key)");
        }
        config = Files.writeString(
                folder.resolve("shop.properties"),
                "log-folder=" + folder.resolve("log") + resource("orders", orders) + resource("stock", stock));
        try (Node node = AssembledNode.open(
                NodeFile.read(config),
                (point, id, participant) -> {
                    if (point == FaultPoint.AFTER_FORCE) {
                        killStock();
                    }
                },
                null)) {
            node.transactionManager().begin();
            insert(node, "orders");
            insert(node, "stock");
            node.transactionManager().commit();
        }
        assertThat(ids(orders)).containsExactly("1");
    }

    private static String resource(String name, PostgresServer server) {
        String prefix = "\nresource." + name + ".";
        return prefix + "type=jdbc" + prefix + "xa-data-source=" + server.xaDataSourceClass() + prefix + "driver.url="
                + server.url() + prefix + "driver.user=" + server.user();
    }

    private static void killStock() {
        try {
            stock.kill();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void insert(Node node, String resource) throws Exception {
        try (Connection connection = node.dataSource(resource).getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into item values (1)");
        }
    }

    private static List<String> ids(PostgresServer server) {
        return server.query("select id from item");
    }

    @Test
    void recoversWhenTheServerIsBackTellsEachEndOnceAndEndsCleanlyWhenItIsTold() throws Exception {
        try (CommandProcess run = CommandProcess.start("run", "--config", config.toString())) {
            await().until(() -> !run.err().isEmpty() && !run.out().isEmpty());
            assertThat(run.out())
                    .singleElement()
                    .asString()
                    .matches("node \\w{32}, epoch 2: orders .jdbc., stock .jdbc.");
            stock.restart();
            await().until(() -> run.err().size() > 1);
            await().until(() -> stock.prepared().isEmpty());
            assertThat(run.terminate()).isEqualTo(Main.SUCCESS);
            assertThat(run.out()).hasSize(2).last().isEqualTo("closed");
            assertThat(run.err()).hasSize(2);
            assertThat(run.err().get(0)).matches("20\\S+ \\w+ ASSENT-4001 resource 'stock' can't be reached.*");
            assertThat(run.err().get(1)).matches("20\\S+ \\w+ ASSENT-4002 resource 'stock' is reached again.*");
        }
        assertThat(ids(stock)).containsExactly("1");
        try (Node next = Node.open(NodeConfig.read(config))) {
            assertThat(next.assent().life().epoch()).isEqualTo(3);
        }
    }

    /** Recovery waits for it, and so would its pool when that is closed. A frozen server's system takes connections, too. */
    @Test
    void aDatabaseThatIsFrozenDoesNotKeepItFromEndingWhenItIsTold() throws Exception {
        stock.restart();
        try (ServerSocket frozen = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String port = ":" + frozen.getLocalPort() + "/";
            Path away = Files.writeString(
                    folder.resolve("away.properties"),
                    Files.readString(config).replace(":" + stock.port() + "/", port)
                            + "\nresource.stock.probe=false\nclose-limit-seconds=4"); // else the first connection is
            // the
            // probe's
            try (CommandProcess run = CommandProcess.start("run", "--config", away.toString());
                    Socket asked = frozen.accept()) {
                assertThat(asked.getInputStream().read()).isNotNegative(); // it waits for the answer now
                await().until(() -> !run.out().isEmpty());
                assertThat(run.terminate()).isEqualTo(Main.SUCCESS);
                assertThat(run.out()).last().isEqualTo("closed");
                assertThat(run.err()).anyMatch(line -> line.contains("ASSENT-1009") && line.contains("'stock'"));
            }
        }
        try (CommandProcess run = CommandProcess.start("run", "--config", config.toString(), "--once")) {
            assertThat(run.end()).isEqualTo(Main.SUCCESS);
        }
        assertThat(ids(stock)).containsExactly("1");
    }

    @Test
    void onceSaysWhatStaysInDoubtAndThenThatNothingDoes() throws Exception {
        try (CommandProcess run =
                CommandProcess.start("run", "--config", config.toString(), "--once", "--limit-seconds", "1")) {
            assertThat(run.end()).isEqualTo(Main.FAILURE);
            assertThat(run.out())
                    .anyMatch(line -> line.startsWith("resource  stock: not reached"))
                    .contains("1 in doubt:")
                    .last()
                    .asString()
                    .contains("commit is decided; not confirmed by 'stock'");
        }
        stock.restart();
        assertThat(stock.prepared()).hasSize(1);
        try (CommandProcess run = CommandProcess.start("run", "--config", config.toString(), "--once")) {
            assertThat(run.end()).isEqualTo(Main.SUCCESS);
            assertThat(run.out()).last().isEqualTo("nothing is in doubt");
            assertThat(run.err()).isEmpty();
        }
        assertThat(stock.prepared()).isEmpty();
        assertThat(ids(stock)).containsExactly("1");
    }
}
