package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL text that would end a transaction at one database alone. */
@Fast
class SqlEndsTransactionIT extends WithTwoPools {
    private void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable use) {
        assertThatThrownBy(use)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("ASSENT-5023")
                .hasMessageContaining("pool 'orders'")
                .extracting(failed -> ((SQLException) failed).getSQLState())
                .isEqualTo("2D000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commit",
                "rollback",
                "abort",
                "end",
                "rollback and chain",
                "prepare transaction 'mine'",
                "select 1; commit",
                "/* why */ COMMIT WORK"
            })
    void inATransaction_isRefusedAndAllTheWorkIsCommitted(String sql) throws Exception {
        manager.begin();
        insert(payments, 1);
        insert(orders, 1);
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            assertRefused(() -> statement.execute(sql));
            assertRefused(() -> statement.executeUpdate(sql));
            assertRefused(() -> statement.addBatch(sql));
            assertRefused(() -> connection.prepareStatement(sql));
            assertRefused(() -> connection.prepareCall(sql));
        }
        insert(orders, 2);
        manager.commit();
        assertThat(servers.orders().query("select id from item order by id")).containsExactly("1", "2");
        assertThat(servers.payments().query("select id from item")).containsExactly("1");
    }

    @Test
    void outsideOfATransaction_isSent() throws Exception {
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("insert into item values (1, 'x')");
            statement.execute("commit");
        }
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
    }

    /** The driver does not send it, and begins no transaction for it. */
    @ParameterizedTest
    @ValueSource(strings = {"", ";", "; -- nothing"})
    void aFirstStatementThatIsNone_endsNothing(String sql) throws Exception {
        manager.begin();
        insert(payments, 1);
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement(sql)) {
            statement.execute(sql);
            prepared.execute();
            statement.executeUpdate("insert into item values (1, 'x')");
        }
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
    }

    @Test
    void aBatchOfNothing_endsNothing() throws Exception {
        manager.begin();
        insert(payments, 1);
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeBatch();
            statement.executeUpdate("insert into item values (1, 'x')");
        }
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
    }
}
