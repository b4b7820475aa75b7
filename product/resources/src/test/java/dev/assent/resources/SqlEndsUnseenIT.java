package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Sampled;
import jakarta.transaction.HeuristicMixedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.xa.PGXADataSource;

/** A transaction that is ended at one database alone by what is not seen in the text of a statement. */
@Sampled(tests = 2)
class SqlEndsUnseenIT extends WithTwoPools {
    /** With a driver that sends a text of several statements as it is. */
    @Override
    PGXADataSource ordersSource() {
        PGXADataSource source = super.ordersSource();
        source.setPreferQueryMode(PreferQueryMode.SIMPLE);
        return source;
    }

    /** What a driver gives by unwrap is not looked at; the state of its transaction is. */
    private void endUnseen(String sql) throws SQLException {
        try (Connection connection = orders.getConnection();
                Statement statement = connection.unwrap(BaseConnection.class).createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rollback", "commit"})
    void endedUnseen_theNextUseIsRefusedAndACommitIsAHazard(String sql) throws Exception {
        manager.begin();
        insert(payments, 1);
        insert(orders, 1);
        endUnseen(sql);
        assertThatThrownBy(() -> insert(orders, 2))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("a statement has ended the transaction at this database only");
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(servers.payments().query("select id from item")).isEmpty();
        assertThat(servers.orders().query("select id from item")).hasSize(sql.equals("commit") ? 1 : 0);
    }

    /** The guard does not read the rest of a text after a body. */
    private static final String UNSEEN =
            "create or replace function f() returns int begin atomic select 1; end; commit";

    @Test
    void endedUnseen_byTheFirstStatement_aCommitIsAHazard() throws Exception {
        manager.begin();
        insert(payments, 1);
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(UNSEEN);
            statement.executeUpdate("insert into item values (1, 'x')");
        }
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(servers.payments().query("select id from item")).isEmpty();
        assertThat(servers.orders().query("select id from item")).isEmpty();
    }

    @Test
    void endedUnseen_amongRunsOfOneStatement_aCommitIsAHazard() throws Exception {
        manager.begin();
        insert(payments, 1);
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into item values (1, 'x')");
            statement.execute(UNSEEN);
            statement.executeUpdate("insert into item values (2, 'x')");
        }
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(servers.payments().query("select id from item")).isEmpty();
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
    }

    @Test
    void endedUnseen_byAPreparedStatement_aCommitIsAHazard() throws Exception {
        manager.begin();
        insert(payments, 1);
        try (Connection connection = orders.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into item values (?, 'x')");
                PreparedStatement ends = connection.prepareStatement(UNSEEN)) {
            insert.setInt(1, 1);
            insert.executeUpdate();
            ends.execute();
            insert.setInt(1, 2);
            insert.executeUpdate();
        }
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(servers.payments().query("select id from item")).isEmpty();
    }

    @Test
    void endedUnseen_byTheLastUse_aCommitIsAHazard() throws Exception {
        manager.begin();
        insert(payments, 1);
        insert(orders, 1);
        endUnseen("commit");
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(servers.payments().query("select id from item")).isEmpty();
    }

    @Test
    void endedUnseen_theOnlyBranch_aCommitIsAHazard() throws Exception {
        manager.begin();
        insert(orders, 1);
        endUnseen("rollback");
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
    }
}
