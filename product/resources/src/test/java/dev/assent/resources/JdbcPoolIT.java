package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.MetricsSnapshot;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pools in transactions that go their ordinary ways. */
@Fast
class JdbcPoolIT extends WithTwoPools {
    private List<String> ordersItems() {
        return servers.orders().query("select id from item order by id");
    }

    private List<String> paymentsItems() {
        return servers.payments().query("select id from item order by id");
    }

    private static List<String> inTransaction(JdbcPool pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return List.of(rows.getString(1));
        }
    }

    @Test
    void theServersWriteDurably() {
        for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
            assertThat(servers.orders().query("show " + setting)).containsExactly("on");
        }
    }

    @Test
    void workOnTwoServersIsCommittedTogether() throws Exception {
        manager.begin();
        insert(orders, 1);
        insert(payments, 2);
        assertThat(ordersItems()).isEmpty();
        manager.commit();

        assertThat(ordersItems()).containsExactly("1");
        assertThat(paymentsItems()).containsExactly("2");
        assertThat(servers.orders().prepared()).isEmpty();
        assertThat(servers.payments().prepared()).isEmpty();
        assertThat(assent.logStatistics().forces())
                .as("of the decision, and of the end record once the node is idle")
                .isBetween(1L, 2L);
    }

    @Test
    void workOnTwoServersIsRolledBackTogether() throws Exception {
        manager.begin();
        insert(orders, 1);
        insert(payments, 2);
        manager.rollback();

        assertThat(ordersItems()).isEmpty();
        assertThat(paymentsItems()).isEmpty();
    }

    @Test
    void aRefusedPrepareRollsBackTheOtherServerAndTellsTheDriversError() throws Exception {
        servers.orders()
                .execute("alter table item add constraint item_late unique (text) deferrable initially deferred");
        manager.begin();
        insert(payments, 1);
        insert(orders, 1);
        insert(orders, 2);

        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("resource 'orders'")
                .hasMessageContaining("XA_RBINTEGRITY")
                .satisfies(told -> assertThat(told.getSuppressed()[0].getCause())
                        .hasRootCauseMessage("ERROR: duplicate key value violates unique constraint \"item_late\"\n"
                                + "  Detail: Key (text)=(x) already exists."));

        assertThat(ordersItems()).isEmpty();
        assertThat(paymentsItems()).isEmpty();
        manager.begin();
        insert(orders, 3);
        manager.commit();
        assertThat(ordersItems()).containsExactly("3");
    }

    @Test
    void onePoolIsCommittedInOnePhase() throws Exception {
        manager.begin();
        insert(orders, 1);
        manager.commit();

        assertThat(ordersItems()).containsExactly("1");
        assertThat(assent.logStatistics().forces()).isZero();
    }

    @Test
    void handlesOfOneTransactionShareOneConnectionAndOneBranch() throws Exception {
        manager.begin();
        List<String> first = inTransaction(orders, "select pg_backend_pid()");
        insert(orders, 1);
        try (Connection open = orders.getConnection();
                Connection other = orders.getConnection()) {
            assertThat(open).isNotSameAs(other);
            assertThat(inTransaction(orders, "select pg_backend_pid()")).isEqualTo(first);
        }
        assertThat(inTransaction(orders, "select count(*) from item")).containsExactly("1");
        assertThat(Internals.coordinator(assent).active()).hasSize(1);
        assertThat(Internals.coordinator(assent)
                        .active()
                        .iterator()
                        .next()
                        .participants()
                        .all())
                .hasSize(1);
        manager.commit();

        assertThat(ordersItems()).containsExactly("1");
        assertThat(inTransaction(orders, "select pg_backend_pid()")).isEqualTo(first);
    }

    @Test
    void poolsNestInOneTransaction() throws Exception {
        manager.begin();
        try (Connection order = orders.getConnection();
                Connection payment = payments.getConnection();
                Statement onOrder = order.createStatement();
                Statement onPayment = payment.createStatement()) {
            onOrder.executeUpdate("insert into item values (1, 'a')");
            onPayment.executeUpdate("insert into item values (1, 'a')");
            onOrder.executeUpdate("insert into item values (2, 'b')");
        }
        manager.commit();

        assertThat(ordersItems()).containsExactly("1", "2");
        assertThat(paymentsItems()).containsExactly("1");
    }

    @Test
    void twoPoolsOfOneServerHaveABranchEach() throws Exception {
        try (JdbcPool archive = JdbcPool.open(
                assent, JdbcPoolConfig.of("archive", servers.orders().xaDataSource()))) {
            manager.begin();
            insert(orders, 1);
            insert(archive, 2);
            manager.commit();
        }
        assertThat(ordersItems()).containsExactly("1", "2");
        assertThat(servers.orders().prepared()).isEmpty();
    }

    @Test
    void aReadOnlyConnectionLeavesNothingPrepared() throws Exception {
        var readOnly = servers.orders().xaDataSource();
        readOnly.setReadOnly(true);
        try (JdbcPool reports = JdbcPool.open(assent, JdbcPoolConfig.of("reports", readOnly))) {
            manager.begin();
            assertThat(inTransaction(reports, "select count(*) from item")).containsExactly("0");
            insert(payments, 1);
            manager.commit();
        }
        assertThat(paymentsItems()).containsExactly("1");
        assertThat(servers.orders().prepared()).isEmpty();
    }

    @Test
    void aSuspendedTransactionKeepsItsConnection() throws Exception {
        manager.begin();
        insert(orders, 1);
        Transaction suspended = manager.suspend();
        manager.begin();
        insert(orders, 2);
        manager.commit();
        assertThat(ordersItems()).containsExactly("2");

        manager.resume(suspended);
        insert(orders, 3);
        manager.commit();

        assertThat(ordersItems()).containsExactly("1", "2", "3");
    }

    @Test
    void outsideOfATransactionAConnectionCommitsByItself() throws Exception {
        insert(orders, 1);
        assertThat(ordersItems()).containsExactly("1");
    }

    @Test
    void localWorkThatNobodyCommittedIsRolledBackOnClose() throws Exception {
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("insert into item values (1, 'x')");
        }
        assertThat(ordersItems()).isEmpty();
        insert(orders, 2);
        assertThat(ordersItems()).containsExactly("2");
    }

    @Test
    void aConnectionCannotEndItsTransactionByItself() throws Exception {
        manager.begin();
        try (Connection connection = orders.getConnection()) {
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
        }
        insert(orders, 1);
        manager.rollback();
        assertThat(ordersItems()).isEmpty();
    }

    /** Agroal looks only where the driver keeps cursors open over a commit, which PostgreSQL's does not. */
    @Test
    void aStatementWorksInTheTransactionOfItsConnectionOnly() throws Exception {
        manager.begin();
        Connection enlisted = orders.getConnection();
        Statement plain = enlisted.createStatement();
        PreparedStatement prepared = enlisted.prepareStatement("insert into item values (2, 'x')");
        CallableStatement called = enlisted.prepareCall("insert into item values (3, 'x')");
        ResultSet rows = enlisted.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)
                .executeQuery("select id, text from item");
        Transaction suspended = manager.suspend();
        for (boolean hasOther : new boolean[] {false, true}) {
            if (hasOther) {
                manager.begin();
            }
            for (ThrowingCallable each : List.<ThrowingCallable>of(
                    () -> plain.executeUpdate("insert into item values (1, 'x')"),
                    prepared::executeUpdate,
                    called::execute,
                    rows::moveToInsertRow,
                    rows::next)) {
                assertThatThrownBy(each).hasMessageStartingWith("ASSENT-5022");
            }
        }
        manager.rollback();
        rows.close();
        prepared.close();
        manager.resume(suspended);
        plain.executeUpdate("insert into item values (4, 'x')");
        manager.commit();
        assertThat(ordersItems()).containsExactly("4");
    }

    @Test
    void aHandleWorksInItsOwnTransactionOnly() throws Exception {
        try (Connection plain = orders.getConnection()) {
            manager.begin();
            assertThatThrownBy(plain::createStatement)
                    .hasMessageStartingWith("ASSENT-5022")
                    .hasMessageContaining("taken outside of a transaction");
            Connection enlisted = orders.getConnection();
            Transaction suspended = manager.suspend();
            assertThatThrownBy(enlisted::createStatement)
                    .hasMessageStartingWith("ASSENT-5022")
                    .hasMessageContaining("the thread has no transaction");
            manager.begin();
            assertThatThrownBy(enlisted::createStatement).hasMessageContaining("the thread has transaction");
            manager.rollback();
            manager.resume(suspended);
            manager.rollback();
            assertThat(enlisted.isClosed()).isTrue();
        }
    }

    @Test
    void aTransactionThatCanOnlyRollBackGetsNoConnection() throws Exception {
        manager.begin();
        manager.setRollbackOnly();
        assertThatThrownBy(() -> orders.getConnection())
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("ASSENT-5020 pool 'orders'")
                .hasMessageContaining("can only roll back");
        manager.rollback();
    }

    /** The limit is long, so that no slow machine ends the wait. */
    @Test
    void aPoolThatClosesLetsTransactionsEndThatHaveAConnection() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Assent patient = Assent.builder()
                .with(Setting.LOG, "memory")
                .with(Setting.CLOSE_LIMIT_SECONDS, 3_600)
                .with(Setting.TRANSACTION_TIMEOUT_SECONDS, 0)
                .open()) {
            JdbcPool own = JdbcPool.open(
                    patient, JdbcPoolConfig.of("own", servers.orders().xaDataSource()));
            patient.transactionManager().begin();
            insert(own, 1);
            Future<?> closed = threads.submit(() -> own.close());
            Callable<?> refused =
                    () -> assertThatThrownBy(() -> own.getConnection().close()).hasMessageStartingWith("ASSENT-5012");
            await().untilAsserted(() -> threads.submit(refused).get());
            assertThat(closed.isDone()).isFalse();
            insert(own, 2);
            patient.transactionManager().commit();
            closed.get();
        } finally {
            threads.shutdownNow();
        }
        assertThat(ordersItems()).containsExactly("1", "2");
    }

    /** As a program does that an exception takes out of its transaction: it closes its pools, then the node. */
    @Test
    void aTransactionThatIsOpenWhenItsPoolsClose_isRolledBackAndNoHeuristicIsLeft(@TempDir Path log) throws Exception {
        Assent.Builder node = Assent.builder().with(Setting.LOG_FOLDER, log).with(Setting.CLOSE_LIMIT_SECONDS, 4);
        try (Assent first = node.open();
                JdbcPool one = JdbcPool.open(
                        first, JdbcPoolConfig.of("one", servers.orders().xaDataSource()));
                JdbcPool two = JdbcPool.open(
                        first, JdbcPoolConfig.of("two", servers.payments().xaDataSource()))) {
            first.transactionManager().begin();
            insert(one, 1);
            insert(two, 2);
        }
        try (Assent next = node.open()) {
            MetricsSnapshot.Now now = next.metrics().now();
            assertThat(List.of(now.heuristic(), now.inDoubt(), now.waiting())).containsOnly(0);
        }
        assertThat(ordersItems()).isEmpty();
        assertThat(paymentsItems()).isEmpty();
    }

    @Test
    void aPoolCanBeClosedAndOpenedAgainUnderItsName() throws Exception {
        orders.close();
        assertThatThrownBy(() -> orders.getConnection()).hasMessageStartingWith("ASSENT-5012");
        orders = JdbcPool.open(
                assent, JdbcPoolConfig.of("orders", servers.orders().xaDataSource()));
        insert(orders, 1);
        assertThat(ordersItems()).containsExactly("1");
        assertThatThrownBy(() -> JdbcPool.open(
                        assent, JdbcPoolConfig.of("orders", servers.orders().xaDataSource())))
                .hasMessageStartingWith("ASSENT-1011");
    }
}
