package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Answers of PostgreSQL's driver that would commit half a transaction, seen through a pool. */
@Fast
class QuirkCorrectionsIT extends WithTwoPools {
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
