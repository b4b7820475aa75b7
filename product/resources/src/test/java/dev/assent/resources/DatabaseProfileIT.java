package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.resources.example.ExampleXaDataSource;
import dev.assent.resources.quirk.DatabaseQuirks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A jar of a user's brings what a database does otherwise. */
@Fast
class DatabaseProfileIT {
    private static final Path SOURCE = Path.of("src/test/java/dev/assent/resources/example/ExampleProfile.java");

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    private Assent assent;
    private JdbcPool pool;

    @BeforeEach
    void open() {
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        ExampleXaDataSource source = new ExampleXaDataSource();
        source.setUrl(servers.orders().url());
        source.setUser(servers.orders().user());
        pool = JdbcPool.open(assent, JdbcPoolConfig.of("example", source));
    }

    @AfterEach
    void close() {
        pool.close();
        assent.close();
    }

    @Test
    void aStatementThatEndsATransactionThereIsRefused() throws Exception {
        assent.transactionManager().begin();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("listen news"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("ASSENT-5023");
            ItemTable.insert(connection, 1);
        }
        assent.transactionManager().commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
    }

    @Test
    void anErrorThatIsFatalThereClosesTheConnection() throws Exception {
        String before;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            before = ItemTable.backend(connection);
            assertThatThrownBy(() -> statement.execute("select 1 / 0")).isInstanceOf(SQLException.class);
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(ItemTable.backend(connection)).isNotEqualTo(before);
        }
    }

    @Test
    void itCountsForALastResourceToo() throws Exception {
        ExampleXaDataSource.Local source = new ExampleXaDataSource.Local();
        source.setUrl(servers.orders().url());
        source.setUser(servers.orders().user());
        JdbcPoolConfig config = JdbcPoolConfig.lastResource("last", source, false);
        try (JdbcPool last = JdbcPool.open(assent, config)) {
            assent.transactionManager().begin();
            try (Connection connection = last.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.execute("listen news"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("ASSENT-5023");
            }
            assent.transactionManager().rollback();
            String before;
            try (Connection connection = last.getConnection();
                    Statement statement = connection.createStatement()) {
                before = ItemTable.backend(connection);
                assertThatThrownBy(() -> statement.execute("select 1 / 0")).isInstanceOf(SQLException.class);
            }
            try (Connection connection = last.getConnection()) {
                assertThat(ItemTable.backend(connection)).isNotEqualTo(before);
            }
        }
    }

    @Test
    void itIsKnownByTheNameInItsProfile() {
        assertThat(DatabaseQuirks.of(ExampleXaDataSource.class)).hasToString("ExampleDB 7.1");
    }

    @Test
    void theGuideShowsTheExampleAsItIs() throws IOException {
        String source = Files.readString(SOURCE);
        assertThat(Files.readString(Checkout.path("docs/guide/pools.md")))
                .contains("```java\n" + source.substring(source.indexOf("import ")) + "```\n");
    }
}
