package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL as a last resource refuses the COMMIT by an error: nothing is done anywhere, and nobody may hear another thing. */
@Fast
class LastResourceRefusalIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    private Assent assent;
    private TransactionManager manager;
    private JdbcPool orders;

    @BeforeEach
    void open() {
        servers.payments().execute("drop table if exists assent_commit_marker");
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        manager = assent.transactionManager();
        orders = CrashingNode.pool(assent, "orders", servers.orders().url());
    }

    @AfterEach
    void close() {
        orders.close();
        assent.close();
    }

    @ParameterizedTest
    @CsvSource({
        "P0001, true, true, notice",
        "P0001, false, true, notice",
        "P0001, false, false, notice",
        "26000, true, true, notice",
        "26000, false, true, notice",
        "26000, true, true, error",
        "26000, false, true, error",
        "26000, false, false, error"
    })
    void theCommitIsRefused_theCallerHearsOfARollback(
            String state, boolean hasMarkers, boolean isWithAnother, String messages) throws Exception {
        servers.payments()
                .execute("create or replace function refuse() returns trigger language plpgsql as"
                        + " $$ begin raise exception 'refused at the end' using errcode = '" + state + "'; end $$");
        servers.payments()
                .execute("create constraint trigger refuses after insert on item deferrable initially deferred"
                        + " for each row execute function refuse()");
        try (JdbcPool ledger =
                CrashingLastNode.ledger(assent, servers.payments().url(), hasMarkers)) {
            assent.recover(); // makes the table of markers
            try (Connection connection = ledger.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("set client_min_messages = " + messages);
            }
            manager.begin();
            insert(ledger, 1);
            if (isWithAnother) {
                insert(orders, 1);
            }
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        }
        assertThat(servers.orders().query("select id from item")).isEmpty();
        assertThat(servers.payments().query("select id from item")).isEmpty();
        assertThat(servers.orders().prepared()).isEmpty();
        assertThat(Internals.coordinator(assent).parked()).isEmpty();
    }

    /** The cursor outlives the transaction, so its query runs during the COMMIT. It writes nothing, so there is no number. */
    @ParameterizedTest
    @ValueSource(strings = {"notice", "error"})
    void theCommitWithoutANumberIsRefusedAndSentAgain_nobodyHearsOfACommit(String messages) throws Exception {
        servers.payments()
                .execute("create or replace function refuse_read() returns int language plpgsql as"
                        + " $$ begin raise exception 'refused at the end' using errcode = '26000'; end $$");
        try (JdbcPool ledger =
                CrashingLastNode.ledger(assent, servers.payments().url(), false)) {
            try (Connection connection = ledger.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        "set client_min_messages = " + messages); // a refused transaction undoes what it has set
            }
            manager.begin();
            try (Connection connection = ledger.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("declare later cursor with hold for select refuse_read()");
            }
            assertThatThrownBy(() -> manager.commit())
                    .isInstanceOf(messages.equals("error") ? HeuristicMixedException.class : RollbackException.class);
        }
    }

    @Test
    void theForeignServerHasCommittedAndTheCommitIsRefused_theCallerHearsOfADoubt() throws Exception {
        PostgresServer other = servers.orders();
        other.execute("create or replace function refuse() returns trigger language plpgsql as"
                + " $$ begin raise exception 'refused there' using errcode = '23514'; end $$");
        other.execute("create constraint trigger refuses after insert on item deferrable initially deferred"
                + " for each row execute function refuse()");
        PostgresServer server = servers.payments();
        server.execute("create extension if not exists postgres_fdw");
        server.execute("create server other foreign data wrapper postgres_fdw options (host '127.0.0.1', port '"
                + other.port() + "', dbname 'postgres')");
        server.execute("create user mapping for postgres server other options (user 'postgres')");
        server.execute("create foreign table elsewhere (id int, text text) server other"
                + " options (schema_name 'public', table_name 'item')");
        try (JdbcPool ledger = CrashingLastNode.ledger(assent, server.url(), false)) {
            manager.begin();
            insert(ledger, 1);
            try (Connection connection = ledger.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("insert into elsewhere values (1, 'x')");
            }
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
            assertThat(server.query("select id from item")).isEmpty();
        } finally {
            server.execute("drop extension postgres_fdw cascade");
        }
    }
}
