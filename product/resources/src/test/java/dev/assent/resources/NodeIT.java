package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.backends.PostgresServer;
import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.resources.example.ShopNode;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.util.PSQLException;

/** A whole node by a file and by code, on real databases. The guide docs/guide/run.md shows both as they are. */
@Fast
class NodeIT {
    private static final Path GUIDE = Checkout.path("docs/guide/run.md");
    private static final String SOURCE = "src/test/java/dev/assent/resources/example/ShopNode.java";

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    private NodeConfig config(String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("shop.properties"), """
                log-folder = %s
                resource.orders.type = jdbc
                resource.orders.xa-data-source = org.postgresql.xa.PGXADataSource
                resource.orders.driver.url = %s
                resource.stock.type = jdbc
                resource.stock.xa-data-source = org.postgresql.xa.PGXADataSource
                resource.stock.driver.url = %s
                %s
                """.formatted(
                        folder.resolve("log"),
                        withUser(servers.orders()),
                        withUser(servers.payments()),
                        String.join("\n", more)));
        return NodeConfig.read(file);
    }

    private static String withUser(PostgresServer server) {
        return server.url() + "?user=postgres";
    }

    private static void commit(Node node, int id) throws Exception {
        node.transactionManager().begin();
        insert(node.dataSource("orders"), id);
        insert(node.dataSource("stock"), id);
        node.transactionManager().commit();
    }

    @Test
    void theSameNodeIsOpenedByAFileAndByCode() throws Exception {
        NodeId identity;
        try (Node node = Node.open(config())) {
            identity = node.assent().life().node();
            assertThat(node).hasToString("node " + identity + ", epoch 1: orders (jdbc), stock (jdbc)");
            commit(node, 1);
        }
        try (Node node = ShopNode.open(
                folder.resolve("log").toString(), withUser(servers.orders()), withUser(servers.payments()))) {
            assertThat(node).hasToString("node " + identity + ", epoch 2: orders (jdbc), stock (jdbc)");
            commit(node, 2);
        }
        assertThat(servers.orders().query("select id from item")).containsExactly("1", "2");
        assertThat(servers.payments().query("select id from item")).containsExactly("1", "2");
    }

    @Test
    void theGuideShowsTheFileAndTheCodeAsTheyAre() throws IOException {
        String guide = Files.readString(GUIDE);
        String source = Files.readString(Path.of(SOURCE));
        String shown = source.substring(source.indexOf("String driver"), source.indexOf("        return node"))
                .replace("\n        ", "\n");
        assertThat(guide).contains("\n\n```java\n" + shown + "```\n");
        assertThat(shown.lines()).hasSize(5);

        Matcher file = Pattern.compile("(?s)```properties\n(.*?)```").matcher(guide);
        assertThat(file.find()).isTrue();
        Path secret = Files.writeString(folder.resolve("secret"), "s3cret");
        String text = file.group(1).replace("/run/secrets/orders", secret.toString());
        assertThat(text).isNotEqualTo(file.group(1));
        assertThat(NodeConfig.read(Files.writeString(folder.resolve("shop.properties"), text)))
                .hasToString("orders (jdbc), stock (jdbc)");
    }

    @Test
    void aPasswordMayBeInAFileOfItsOwn() throws Exception {
        servers.orders().execute("drop role if exists clerk");
        servers.orders().execute("create role clerk login password 'counter'");
        servers.orders().requirePasswordOf("clerk");
        Path secret = Files.writeString(folder.resolve("secret"), "counter\n");
        String[] ofClerk = {
            "resource.till.type = jdbc",
            "resource.till.xa-data-source = org.postgresql.xa.PGXADataSource",
            "resource.till.driver.url = " + servers.orders().url(),
            "resource.till.driver.user = clerk",
            "resource.till.driver.password = ${file:" + secret + "}"
        };
        try (Node node = Node.open(config(ofClerk));
                Connection connection = node.dataSource("till").getConnection()) {
            assertThat(connection.getMetaData().getUserName()).isEqualTo("clerk");
        }
    }

    @Test
    void aResourceThatIsNotThereOrOfAnotherKindIsNamedWithThoseThatAre() throws IOException {
        try (Node node = Node.open(config())) {
            assertThat(node.resource("stock", JdbcPool.class).name()).isEqualTo("stock");
            assertThatThrownBy(() -> node.dataSource("payments"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-5178", "'payments'", "DataSource", "orders (jdbc), stock (jdbc)");
            assertThatThrownBy(() -> node.resource("stock", Statement.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-5178", "'stock'", "Statement");
        }
    }

    @Test
    void aConnectionThatBreaksInUseNamesItsPool() throws Exception {
        try (Node node = Node.open(config());
                Connection connection = node.dataSource("orders").getConnection();
                Statement statement = connection.createStatement();
                ResultSet own = statement.executeQuery("select pg_backend_pid()")) {
            own.next();
            assertThat(servers.orders().query("select pg_terminate_backend(" + own.getInt(1) + ", 10000)"))
                    .containsExactly("t");
            assertThatThrownBy(() -> statement.execute("select 1"))
                    .isInstanceOf(PSQLException.class)
                    .satisfies(failed -> assertThat(failed.getSuppressed())
                            .singleElement()
                            .asString()
                            .contains("ASSENT-5180", "'orders'"));
        }
    }

    @Test
    void aClosedNodeGivesNoConnectionAndItsFolderIsFree() throws IOException {
        Node node = Node.open(config());
        node.close();
        node.close();
        assertThatThrownBy(() -> node.dataSource("orders").getConnection())
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll("ASSENT-5012", "'orders'");
        Node.open(config()).close();
    }

    @Test
    void closingRollsBackWhatIsUnderWayWhileItsConnectionsAreThere() throws Exception {
        Node node = Node.open(config());
        node.transactionManager().begin();
        insert(node.dataSource("orders"), 1);
        node.close();
        assertThat(servers.orders().query("select id from item")).isEmpty();
        assertThatThrownBy(() -> node.transactionManager().commit()).hasMessageContaining("ASSENT-1005");
    }
}
