package dev.assent.resources;

import static dev.assent.resources.ItemTable.backend;
import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.TransactionId;
import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.local.LocalResource;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import dev.assent.resources.local.LastResourceDataSource;
import dev.assent.resources.local.LocalJdbcResource;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database without XA as the last resource of transactions on a real server (law 13). */
@Fast
class LastResourceIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Consumer<FaultPoint> atPoint = reached -> {};
    private Assent assent;
    private TransactionManager manager;
    private JdbcPool orders;
    private JdbcPool ledger;

    @BeforeEach
    void open() {
        servers.payments().execute("drop table if exists assent_commit_marker");
        assent = Internals.tracer(
                        Assent.builder().with(Setting.LOG, "memory").with(Setting.DISPATCH, "inline"),
                        (reached, id, participant) -> atPoint.accept(reached))
                .open();
        manager = assent.transactionManager();
        orders = CrashingNode.pool(assent, "orders", servers.orders().url());
        ledger = CrashingLastNode.ledger(assent, servers.payments().url(), true);
        assent.recover(); // makes the table of markers
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.HOURS)).isTrue();
        orders.close();
        ledger.close();
        assent.close();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> items(PostgresServer server) {
        return server.query("select id from item order by id");
    }

    private List<String> markers() {
        return servers.payments().query("select gtrid from assent_commit_marker");
    }

    private void assertItems(String... ids) {
        assertThat(items(servers.orders())).containsExactly(ids);
        assertThat(items(servers.payments())).containsExactly(ids);
        assertThat(servers.orders().prepared()).isEmpty();
    }

    // ---- inside and outside of transactions

    @Test
    void itCommitsWithTheOthersAndItsMarkerIsRemovedLater() throws Exception {
        manager.begin();
        insert(ledger, 1);
        insert(orders, 1);
        JtaTransaction transaction = (JtaTransaction) manager.getTransaction();
        String id = transaction.id().toString();
        assertThat(markersAtCommit()).containsExactly(id);
        assertItems("1");
        assent.recover();
        assertThat(markers()).isEmpty();
    }

    /** Commits, and tells the markers before recovery can remove one. */
    private List<String> markersAtCommit() throws Exception {
        List<String> seen = new ArrayList<>();
        atPoint = reached -> {
            if (reached == FaultPoint.AFTER_LAST) {
                seen.addAll(markers());
            }
        };
        manager.commit();
        atPoint = reached -> {};
        return seen;
    }

    @Test
    void itsMarkerGoesWhereRecoveryLooksForItWhateverSchemaTheApplicationChose() throws Exception {
        servers.payments().execute("drop schema if exists tenant cascade");
        servers.payments().execute("create schema tenant");
        manager.begin();
        insert(orders, 1);
        try (Connection connection = ledger.getConnection()) {
            connection.setSchema("tenant");
            execute(connection, "create table mine (id int)");
        }
        assertThat(markersAtCommit()).hasSize(1);
        assertThat(servers.payments().query("select * from tenant.mine")).isEmpty();
        insert(ledger, 1);
        assertItems("1");
    }

    @Test
    void itsTransactionIsNotEndedBySqlText() throws Exception {
        manager.begin();
        insert(ledger, 1);
        try (Connection connection = ledger.getConnection()) {
            assertThatThrownBy(() -> execute(connection, "commit")).hasMessageContaining("ASSENT-5023");
            assertThatThrownBy(() -> execute(connection, "rollback")).hasMessageContaining("ASSENT-5023");
        }
        manager.rollback();
        assertThat(items(servers.payments())).isEmpty();
    }

    @Test
    void aloneItLeavesNoMarker() throws Exception {
        manager.begin();
        insert(ledger, 1);
        manager.commit();
        assertThat(items(servers.payments())).containsExactly("1");
        assertThat(markers()).isEmpty();
    }

    @Test
    void itRollsBackWithTheOthers() throws Exception {
        manager.begin();
        insert(ledger, 1);
        insert(orders, 1);
        manager.rollback();
        assertItems();
    }

    @Test
    void aTransactionHasOneConnectionThatItsApplicationCannotEnd() throws Exception {
        manager.begin();
        try (Connection one = ledger.getConnection();
                Connection other = ledger.getConnection()) {
            assertThat(backend(one)).isEqualTo(backend(other));
            assertThat(one.getAutoCommit()).isFalse();
            assertThatThrownBy(one::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(one::rollback).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> one.setAutoCommit(true)).isInstanceOf(SQLException.class);
        }
        manager.rollback();
    }

    @Test
    void outsideOfATransactionItCommitsByItself() throws Exception {
        insert(ledger, 7);
        assertThat(items(servers.payments())).containsExactly("7");
    }

    @Test
    void aSecondLastResourceIsRefusedAndTheTransactionGoesOn() throws Exception {
        try (JdbcPool second =
                JdbcPool.open(assent, JdbcPoolConfig.lastResource("archive", plainSource(servers.orders()), false))) {
            manager.begin();
            insert(ledger, 1);
            assertThatThrownBy(second::getConnection)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("ASSENT-2051")
                    .hasMessageContaining("'archive'")
                    .hasMessageContaining("'ledger'");
            insert(orders, 1);
            manager.commit();
            assertItems("1");
            insert(second, 2);
        }
    }

    private static PGSimpleDataSource plainSource(PostgresServer server) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.url());
        source.setUser("postgres");
        return source;
    }

    @Test
    void nobodyTakesItForOneWithXa() throws Exception {
        XAConnection connection =
                LastResourceDataSource.of(plainSource(servers.payments())).getXAConnection();
        assertThatThrownBy(() -> connection.getXAResource().recover(0))
                .isInstanceOf(XAException.class)
                .hasFieldOrPropertyWithValue("errorCode", XAException.XAER_PROTO);
        connection.close();
    }

    // ---- commits that fail

    @Test
    void aConstraintThatIsCheckedAtItsCommitRollsAllBack() throws Exception {
        servers.payments().execute("alter table item add constraint once unique (text) deferrable initially deferred");
        insert(ledger, 1);
        manager.begin();
        insert(ledger, 2); // the same text
        insert(orders, 2);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(items(servers.payments())).containsExactly("1");
        assertThat(items(servers.orders())).isEmpty();
        assertThat(servers.orders().prepared()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void afterAFailedStatementItsCommitRollsAllBack(boolean hasOthers, boolean hasMarkers) throws Exception {
        ledger.close();
        ledger = CrashingLastNode.ledger(assent, servers.payments().url(), hasMarkers);
        manager.begin();
        insert(ledger, 1);
        assertThatThrownBy(() -> insert(ledger, 1)).isInstanceOf(SQLException.class);
        if (hasOthers) {
            insert(orders, 1);
        }
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertItems();
    }

    @Test
    void aConnectionThatIsLostAtItsCommitIsDecidedByTheMarker() throws Exception {
        manager.begin();
        try (Connection connection = ledger.getConnection()) {
            execute(connection, "insert into item values (1, 'x')");
            String backend = backend(connection);
            atPoint = reached -> {
                if (reached == FaultPoint.BEFORE_LAST) {
                    servers.payments().query("select pg_terminate_backend(" + backend + ")");
                }
            };
        }
        insert(orders, 1);
        assertThatThrownBy(manager::commit).isInstanceOfAny(RollbackException.class, HeuristicMixedException.class);
        atPoint = reached -> {};
        assent.recover();
        assertItems();
        insert(ledger, 2);
        assertThat(items(servers.payments())).containsExactly("2");
    }

    @Test
    void theTimerRollsItBackAndTheApplicationCommitsNothing() throws Exception {
        try {
            Connection connection = null;
            for (int seconds = 1; connection == null; seconds *= 2) {
                connection = insertedWithin(seconds);
            }
            Connection inserted = connection;
            await().pollInSameThread().until(() -> isRefused(inserted));
            assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        } finally {
            manager.setTransactionTimeout(0);
        }
        assertItems();
    }

    /** In a transaction with this limit; null when it was over before, as it may be on a slow machine. */
    private Connection insertedWithin(int seconds) throws Exception {
        assertThat(seconds).isLessThan(600);
        manager.setTransactionTimeout(seconds);
        manager.begin();
        try {
            Connection connection = ledger.getConnection();
            execute(connection, "insert into item values (1, 'x')");
            return connection;
        } catch (SQLException tooLate) {
            assertThat(tooLate.getMessage()).contains("ASSENT-2021");
            manager.rollback();
            return null;
        }
    }

    private static boolean isRefused(Connection connection) {
        try {
            execute(connection, "select 1");
            return false;
        } catch (SQLException timedOut) {
            return true;
        }
    }

    // ---- the marker decides

    @Test
    void whoAsksTheMarkerWaitsForACommitThatIsUnderWay() throws Exception {
        TransactionId id = transactionId();
        try (Connection working = plainSource(servers.payments()).getConnection();
                LocalResource.Markers markers = markersOfLedger()) {
            working.setAutoCommit(false);
            execute(working, "insert into assent_commit_marker values ('" + id + "', 'n', 'C')");
            Future<Boolean> answer = threads.submit(() -> markers.isCommitted(id));
            await().until(() -> !servers.payments()
                    .query("select pid from pg_stat_activity where wait_event_type = 'Lock'")
                    .isEmpty());
            working.commit();
            assertThat(answer.get()).isTrue();
        }
    }

    @Test
    void whoCommitsAfterTheQuestionIsRolledBack() throws Exception {
        manager.begin();
        insert(ledger, 1);
        insert(orders, 1);
        TransactionId id = ((JtaTransaction) manager.getTransaction()).id();
        atPoint = reached -> {
            if (reached == FaultPoint.BEFORE_LAST) {
                try (LocalResource.Markers markers = markersOfLedger()) {
                    assertThat(markers.isCommitted(id)).isFalse();
                    assertThat(markers.isCommitted(id)).as("asked again").isFalse();
                } catch (Exception failed) {
                    throw new AssertionError(failed);
                }
            }
        };
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertItems();
    }

    private TransactionId transactionId() throws Exception {
        manager.begin();
        TransactionId id = ((JtaTransaction) manager.getTransaction()).id();
        manager.rollback();
        return id;
    }

    private LocalResource.Markers markersOfLedger() throws SQLException {
        return markedLedger(plainSource(servers.payments())).openMarkers();
    }

    @Test
    void lookingAtAMarkerPutsNoneThereAndMakesNoTable() throws Exception {
        TransactionId committed = transactionId();
        TransactionId refused = transactionId();
        TransactionId none = transactionId();
        servers.payments()
                .execute("insert into assent_commit_marker values ('" + committed + "', '', 'C'), ('" + refused
                        + "', '', 'R')");
        LocalJdbcResource resource = markedLedger(plainSource(servers.payments()));
        try (LocalResource.MarkerView view = resource.openToLook()) {
            assertThat(view.look(committed)).isEqualTo(LocalResource.Mark.COMMITTED);
            assertThat(view.look(refused)).isEqualTo(LocalResource.Mark.REFUSED);
            assertThat(view.look(none)).isEqualTo(LocalResource.Mark.NONE);
            assertThat(view.look(none)).isEqualTo(LocalResource.Mark.NONE);
        }
        servers.payments().execute("create schema if not exists looked_at");
        PGSimpleDataSource empty = plainSource(servers.payments());
        empty.setCurrentSchema("looked_at");
        for (int times = 0; times < 2; times++) {
            try (LocalResource.MarkerView view = markedLedger(empty).openToLook()) {
                assertThatThrownBy(() -> view.look(none)).hasMessageContaining("assent_commit_marker");
            }
        }
    }

    private static LocalJdbcResource markedLedger(PGSimpleDataSource source) {
        return new LocalJdbcResource("ledger", LastResourceDataSource.withMarkers(source), Duration.ofSeconds(30));
    }

    @Test
    void aTableThatMayNotBeMadeIsToldWithTheStatementThatMakesIt() {
        // in a schema of its own, since recovery of the node here makes the table again when it is dropped
        servers.payments().execute("create schema if not exists without_markers");
        PGSimpleDataSource readOnly = plainSource(servers.payments());
        readOnly.setCurrentSchema("without_markers");
        readOnly.setReadOnly(true);
        LocalJdbcResource resource = markedLedger(readOnly);
        assertThatThrownBy(resource::openMarkers)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("ASSENT-5240")
                .hasMessageContaining("create table assent_commit_marker");
    }

    // ---- by configuration

    @Test
    void aNodeHasItByItsConfiguration() throws Exception {
        NodeConfig config = NodeConfig.defaults()
                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                .withResource(
                        "stock",
                        "jdbc",
                        Map.of(
                                "xa-data-source",
                                "org.postgresql.xa.PGXADataSource",
                                "driver.url",
                                servers.orders().url(),
                                "driver.user",
                                "postgres"))
                .withResource(
                        "archive",
                        "local-jdbc",
                        Map.of(
                                "data-source",
                                "org.postgresql.ds.PGSimpleDataSource",
                                "driver.url",
                                servers.payments().url(),
                                "driver.user",
                                "postgres",
                                "connections-max",
                                "2",
                                "commit-markers",
                                "true"));
        try (Node node = Node.open(config)) {
            node.assent().recover();
            node.transactionManager().begin();
            try (Connection stock = node.dataSource("stock").getConnection();
                    Connection archive = node.dataSource("archive").getConnection()) {
                execute(stock, "insert into item values (1, 'x')");
                execute(archive, "insert into item values (1, 'x')");
            }
            node.transactionManager().commit();
            node.assent().recover();
            assertThat(markers()).isEmpty();
        }
        assertItems("1");
    }
}
