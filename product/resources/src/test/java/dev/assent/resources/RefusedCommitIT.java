package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.harness.Sampled;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.xa.PGXADataSource;

/** PostgreSQL refuses a COMMIT or a PREPARE TRANSACTION by an error: nothing is done, and nobody may hear another thing. */
@Sampled(tests = 6)
class RefusedCommitIT extends WithTwoPools {
    /** The work of this table is refused at its very end, by an error with this SQLState. */
    private static void refuse(PostgresServer server, String state) {
        server.execute("create or replace function refuse() returns trigger language plpgsql as"
                + " $$ begin raise exception 'refused at the end' using errcode = '" + state + "'; end $$");
        server.execute("create constraint trigger refuses after insert on item deferrable initially deferred"
                + " for each row execute function refuse()");
    }

    private static void execute(JdbcPool pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void assertNothingIsThere() {
        assertThat(servers.orders().query("select id from item")).isEmpty();
        assertThat(servers.payments().query("select id from item")).isEmpty();
        assertThat(servers.orders().prepared()).isEmpty();
        assertThat(servers.payments().prepared()).isEmpty();
        assertThat(Internals.coordinator(assent).parked())
                .as("no doubt is kept")
                .isEmpty();
    }

    private void assertTheNextTransactionWorks() throws Exception {
        servers.orders().execute("drop trigger if exists refuses on item");
        manager.begin();
        insert(orders, 2);
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("2");
    }

    /** Plain refusals; 26000, which the driver heals by sending again; some that may also come of a server that fails. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "P0001", "40001", "40P01", "23505", "22012", "42501", "57014", "0A000", "26000", "53200", "58030",
                "XX000", "57P01", "25P03", "08006"
            })
    void aCommitInOnePhase_isRefused_theCallerHearsOfARollback(String state) throws Exception {
        refuse(servers.orders(), state);
        manager.begin();
        insert(orders, 1);
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertNothingIsThere();
        assertTheNextTransactionWorks();
    }

    @ParameterizedTest
    @ValueSource(strings = {"P0001", "40001", "26000", "57P01"})
    void aPrepare_isRefused_theCallerHearsOfARollback(String state) throws Exception {
        refuse(servers.orders(), state);
        manager.begin();
        insert(orders, 1);
        insert(payments, 1);
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertNothingIsThere();
        assertTheNextTransactionWorks();
    }

    /** The second COMMIT then comes back without the warning that there is no transaction. */
    @Test
    void aCommitInOnePhase_isRefusedAndSentAgainWithoutAWarning_theCallerHearsOfARollback() throws Exception {
        refuse(servers.orders(), "26000");
        execute(orders, "set client_min_messages = error");
        manager.begin();
        insert(orders, 1);
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertNothingIsThere();
        assertTheNextTransactionWorks();
    }

    @Test
    void aPrepare_isRefusedAndSentAgainWithoutAWarning_theCallerHearsOfARollback() throws Exception {
        refuse(servers.orders(), "26000");
        execute(orders, "set client_min_messages = error");
        manager.begin();
        insert(orders, 1);
        insert(payments, 1);
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertNothingIsThere();
        assertTheNextTransactionWorks();
    }

    private void openOrdersWithoutQuestions() {
        orders.close();
        orders = JdbcPool.open(
                assent, JdbcPoolConfig.of("orders", ordersSource()).with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, 0));
    }

    /** The cursor outlives the transaction, so its query runs during the COMMIT. It writes nothing, so there is no number. */
    private void declareWhatIsRefused() throws SQLException {
        servers.orders()
                .execute("create or replace function refuse_read() returns int language plpgsql as"
                        + " $$ begin raise exception 'refused at the end' using errcode = '26000'; end $$");
        execute(orders, "declare later cursor with hold for select refuse_read()");
    }

    @ParameterizedTest
    @ValueSource(strings = {"notice", "error"})
    void aCommitInOnePhaseWithoutANumber_isRefusedAndSentAgain_nobodyHearsOfACommit(String messages) throws Exception {
        execute(orders, "set client_min_messages = " + messages);
        manager.begin();
        declareWhatIsRefused();
        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(messages.equals("error") ? HeuristicMixedException.class : RollbackException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"notice", "error"})
    void aCommitInOnePhase_nobodyIsToBeAsked_isRefusedAndSentAgain_nobodyHearsOfACommit(String messages)
            throws Exception {
        openOrdersWithoutQuestions();
        refuse(servers.orders(), "26000");
        execute(orders, "set client_min_messages = " + messages);
        manager.begin();
        insert(orders, 1);
        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(messages.equals("error") ? HeuristicMixedException.class : RollbackException.class);
        assertThat(servers.orders().query("select id from item")).isEmpty();
    }

    /** The setting counts that the second COMMIT has found: what the transaction had set is undone by then. */
    @Test
    void aCommitInOnePhase_nobodyIsToBeAsked_theTransactionShowedWarningsTheSessionDoesNot_theCallerHearsOfADoubt()
            throws Exception {
        openOrdersWithoutQuestions();
        refuse(servers.orders(), "26000");
        execute(orders, "set client_min_messages = error");
        manager.begin();
        execute(orders, "set client_min_messages = notice");
        insert(orders, 1);
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(servers.orders().query("select id from item")).isEmpty();
    }

    @Test
    void aCommitInOnePhase_nobodyIsToBeAsked_theDriverCountsAnotherEvent_theTransactionCommits() throws Exception {
        openOrdersWithoutQuestions();
        manager.begin();
        execute(orders, "set local search_path = public, pg_temp");
        insert(orders, 1);
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
        assertThat(Internals.coordinator(assent).parked()).isEmpty();
    }

    /** Two foreign tables at another server, each on a connection of its own. One of those refuses its commit. */
    private void linkTo(PostgresServer other, String state) {
        servers.orders().execute("create extension if not exists postgres_fdw");
        other.execute("create table willing (id int)");
        other.execute("create table refusing (id int)");
        other.execute("create or replace function refuse() returns trigger language plpgsql as"
                + " $$ begin raise exception 'refused there' using errcode = '" + state + "'; end $$");
        other.execute("create constraint trigger refuses after insert on refusing deferrable initially deferred"
                + " for each row execute function refuse()");
        for (String name : List.of("first", "second")) {
            servers.orders()
                    .execute("create server " + name + " foreign data wrapper postgres_fdw"
                            + " options (host '127.0.0.1', port '" + other.port() + "', dbname 'postgres')");
            servers.orders().execute("create user mapping for postgres server " + name + " options (user 'postgres')");
            for (String table : List.of("willing", "refusing")) {
                servers.orders()
                        .execute("create foreign table " + name + "_" + table + " (id int) server " + name
                                + " options (schema_name 'public', table_name '" + table + "')");
            }
        }
    }

    private void unlinkFrom(PostgresServer other) {
        servers.orders().execute("drop extension if exists postgres_fdw cascade");
        other.execute("drop table if exists willing");
        other.execute("drop table if exists refusing");
    }

    /** Whichever of the two is asked first: in one of these transactions, at least, the willing one commits before the refusal. */
    private void assertADoubtWhenAForeignServerRefuses(String state, boolean writesHereToo) throws Exception {
        linkTo(servers.payments(), state);
        try {
            for (String willing : List.of("first", "second")) {
                String refusing = willing.equals("first") ? "second" : "first";
                manager.begin();
                if (writesHereToo) {
                    insert(orders, 1);
                }
                execute(orders, "insert into " + willing + "_willing values (1)");
                execute(orders, "insert into " + refusing + "_refusing values (1)");
                assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
            }
            assertThat(servers.orders().query("select id from item")).isEmpty();
            assertThat(servers.payments().query("select id from willing")).isNotEmpty();
        } finally {
            unlinkFrom(servers.payments());
        }
    }

    @Test
    void aCommitInOnePhase_aForeignServerRefusesAfterAnotherHasCommitted_theCallerHearsOfADoubt() throws Exception {
        assertADoubtWhenAForeignServerRefuses("23514", true);
    }

    /** It has written nothing here, so that it has no number, and the driver sends the refused commit again. */
    @Test
    void aCommitInOnePhaseWithoutANumber_aForeignServerRefusesAfterAnotherHasCommitted_theCallerHearsOfADoubt()
            throws Exception {
        assertADoubtWhenAForeignServerRefuses("26000", false);
    }

    /** The driver sends the refused commit again, and takes the server's answer to that for a commit. */
    @Test
    void aCommitInOnePhase_aForeignServerRefusesAfterAnotherHasCommitted_isSentAgain_theCallerHearsOfADoubt()
            throws Exception {
        assertADoubtWhenAForeignServerRefuses("26000", true);
    }

    /** That the database has foreign tables is no reason to doubt. */
    @ParameterizedTest
    @ValueSource(strings = {"P0001", "40001", "23505", "26000"})
    void aCommitInOnePhase_isRefused_theTransactionUsedNoForeignTable_theCallerHearsOfARollback(String state)
            throws Exception {
        linkTo(servers.payments(), "23514");
        try {
            refuse(servers.orders(), state);
            manager.begin();
            insert(orders, 1);
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
            assertNothingIsThere();
            assertTheNextTransactionWorks();
        } finally {
            unlinkFrom(servers.payments());
        }
    }

    /** Two phases are refused before anything is committed elsewhere. */
    @Test
    void aPrepare_theTransactionUsedAForeignTable_isRefused_nothingIsCommittedThere() throws Exception {
        linkTo(servers.payments(), "23514");
        try {
            manager.begin();
            insert(orders, 1);
            execute(orders, "insert into first_willing values (1)");
            insert(payments, 1);
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
            assertNothingIsThere();
            assertThat(servers.payments().query("select id from willing")).isEmpty();
        } finally {
            unlinkFrom(servers.payments());
        }
    }

    @Test
    void twoThatMayNotBothCommit_theSecondIsRefusedAtItsEnd_theCallerHearsOfARollback() throws Exception {
        servers.orders().execute("insert into item values (1, 'x'), (2, 'x')");
        try (Connection other =
                        servers.orders().xaDataSource().getXAConnection().getConnection();
                Statement others = other.createStatement()) {
            other.setAutoCommit(false);
            others.execute("set transaction isolation level serializable");
            others.execute("select sum(id) from item");
            manager.begin();
            execute(orders, "set transaction isolation level serializable");
            execute(orders, "select sum(id) from item");
            execute(orders, "update item set text = 'y' where id = 2");
            others.execute("update item set text = 'y' where id = 1");
            other.commit();
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        }
        assertThat(servers.orders().query("select text from item where id = 2")).containsExactly("x");
        assertThat(Internals.coordinator(assent).parked()).isEmpty();
    }

    /** A branch that did nothing has no transaction at the server, whose warning says just that. */
    @Test
    void aBranchThatDidNothing_commits() throws Exception {
        manager.begin();
        orders.getConnection().close();
        manager.commit();
        manager.begin();
        orders.getConnection().close();
        insert(payments, 1);
        manager.commit();
        assertThat(servers.payments().query("select id from item")).containsExactly("1");
    }

    /** On servers that tell of it, the driver notices the path that was, as it does an error after which it sends again. */
    @Test
    void aSearchPathForOneTransaction_isSetBackAtItsEnd_theTransactionCommits() throws Exception {
        manager.begin();
        execute(orders, "set local search_path = public, pg_temp");
        insert(orders, 1);
        manager.commit();
        manager.begin();
        execute(orders, "set local search_path = public, pg_temp");
        insert(orders, 2);
        insert(payments, 2);
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("1", "2");
        assertThat(servers.payments().query("select id from item")).containsExactly("2");
    }

    /** The error of a question about a commit is not the error of the commit. */
    @ParameterizedTest
    @ValueSource(strings = {"pg_control_system()", "txid_status(bigint)"})
    void aCommitIsDone_theSessionMayNotAskAboutIt_theTransactionCommits(String function) throws Exception {
        servers.orders().execute("drop role if exists tenant");
        servers.orders().execute("create role tenant");
        servers.orders().execute("grant all on item to tenant");
        servers.orders().execute("revoke execute on function pg_catalog." + function + " from public");
        try {
            manager.begin();
            execute(orders, "set role tenant");
            execute(orders, "set local search_path = public, pg_temp");
            insert(orders, 1);
            manager.commit();
            assertThat(servers.orders().query("select id from item")).containsExactly("1");
            assertThat(Internals.coordinator(assent).parked()).isEmpty();
        } finally {
            servers.orders().execute("grant execute on function pg_catalog." + function + " to public");
            orders.close();
            servers.orders().execute("drop owned by tenant");
            servers.orders().execute("drop role tenant");
        }
    }

    @Test
    void aCommitIsDone_nobodyMayAskAboutIt_theCallerHearsOfADoubt() throws Exception {
        servers.orders().execute("drop role if exists clerk");
        servers.orders().execute("create role clerk login");
        servers.orders().execute("grant all on item to clerk");
        orders.close();
        PGXADataSource source = ordersSource();
        source.setUser("clerk");
        orders = JdbcPool.open(
                assent, JdbcPoolConfig.of("orders", source).with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, 300));
        try {
            manager.begin();
            execute(orders, "set local search_path = public, pg_temp");
            insert(orders, 1);
            servers.orders().execute("revoke execute on function pg_catalog.txid_status(bigint) from public");
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
            assertThat(servers.orders().query("select id from item")).containsExactly("1");
        } finally {
            servers.orders().execute("grant execute on function pg_catalog.txid_status(bigint) to public");
            orders.close();
            servers.orders().execute("drop owned by clerk");
            servers.orders().execute("drop role clerk");
        }
    }
}
