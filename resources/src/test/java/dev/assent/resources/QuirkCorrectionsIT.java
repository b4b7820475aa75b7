package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Answers of PostgreSQL's driver that would commit half a transaction, seen through a pool. */
class QuirkCorrectionsIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    private Assent assent;
    private TransactionManager manager;
    private JdbcPool orders;
    private JdbcPool payments;

    @BeforeEach
    void open() {
        assent = Assent.open(AssentConfig.defaults().with(Setting.LOG_FOLDER, folder.resolve("log")));
        manager = assent.transactionManager();
        orders = JdbcPool.open(
                assent, JdbcPoolConfig.of("orders", servers.orders().xaDataSource()));
        payments = JdbcPool.open(
                assent, JdbcPoolConfig.of("payments", servers.payments().xaDataSource()));
    }

    @AfterEach
    void close() {
        orders.close();
        payments.close();
        assent.close();
    }

    private static void insert(JdbcPool pool, int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into item values (" + id + ", 'x')");
        }
    }

    private void workAndSwallowAnError() throws SQLException {
        insert(orders, 1);
        assertThatThrownBy(() -> insert(orders, 1)).isInstanceOf(SQLException.class);
    }

    private void assertNothingIsThere() {
        assertThat(servers.orders().query("select id from item")).isEmpty();
        assertThat(servers.payments().query("select id from item")).isEmpty();
        assertThat(servers.orders().prepared()).isEmpty();
        assertThat(servers.payments().prepared()).isEmpty();
    }

    @Test
    void aSwallowedErrorRollsBackTheWholeTransactionOnTwoServers() throws Exception {
        manager.begin();
        insert(payments, 1);
        workAndSwallowAnError();
        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("orders")
                .hasMessageContaining("XA_RBROLLBACK");
        assertNothingIsThere();
        assertTheNextTransactionWorks();
    }

    @Test
    void aSwallowedErrorIsToldWhenOnePhaseIsAsked() throws Exception {
        manager.begin();
        workAndSwallowAnError();
        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("XA_RBROLLBACK");
        assertNothingIsThere();
        assertTheNextTransactionWorks();
    }

    private void assertTheNextTransactionWorks() throws Exception {
        manager.begin();
        insert(orders, 2);
        insert(payments, 2);
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("2");
        assertThat(servers.payments().query("select id from item")).containsExactly("2");
    }

    @Test
    void anErrorThatWasUndoneByASavepointCommits() throws Exception {
        manager.begin();
        insert(payments, 1);
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into item values (1, 'x')");
            statement.execute("savepoint before");
            assertThatThrownBy(() -> statement.executeUpdate("insert into item values (1, 'x')"))
                    .isInstanceOf(SQLException.class);
            statement.execute("rollback to savepoint before");
        }
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
        assertThat(servers.payments().query("select id from item")).containsExactly("1");
    }
}
