package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.harness.Sampled;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The database of a last resource rolls back the whole local transaction after an error, and the application goes on.
 * The work before the error is gone, so nothing may be committed.
 */
@Sampled(tests = 4)
class LastResourceVictimIT {
    private static final int OWN_ROW = 100;
    private static final int ROW_OF_RIVAL = 200;

    private enum Engine {
        H2,
        HSQLDB,
        DERBY,
        MARIADB,
        /** MySQL's driver on the server of MariaDB. */
        MYSQL;

        Connection connect() throws SQLException {
            return switch (this) {
                case H2 -> DriverManager.getConnection("jdbc:h2:mem:victims;DB_CLOSE_DELAY=-1", "sa", "");
                case HSQLDB -> DriverManager.getConnection("jdbc:hsqldb:mem:victims;hsqldb.tx=mvcc", "SA", "");
                case DERBY, MARIADB -> server().connect();
                case MYSQL ->
                    DriverManager.getConnection(
                            server().url().replace("jdbc:mariadb:", "jdbc:mysql:"),
                            server().user(),
                            server().password());
            };
        }

        private DatabaseServer server() {
            return SharedServers.of(this == DERBY ? Database.DERBY : Database.MARIADB);
        }

        DataSource source() {
            return (DataSource) Proxy.newProxyInstance(
                    DataSource.class.getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (self, method, arguments) -> switch (method.getName()) {
                        case "getConnection" -> connect();
                        case "getLoginTimeout" -> 0;
                        default -> null;
                    });
        }

        void makeTable() throws SQLException {
            try (Connection connection = connect()) {
                try {
                    execute(connection, "drop table victims");
                } catch (SQLException isNotThere) {
                    // as in the first test
                }
                execute(connection, "create table victims (id int not null primary key, amount int)");
                execute(connection, "insert into victims values (" + OWN_ROW + ", 0), (" + ROW_OF_RIVAL + ", 0)");
                if (this == DERBY) {
                    execute(connection, setting("derby.locks.deadlockTimeout", 1));
                }
            }
        }

        /** The keys of the rows that a test has inserted and committed. */
        List<Integer> committed() throws SQLException {
            List<Integer> ids = new ArrayList<>();
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select id from victims where id < 10 order by id")) {
                while (rows.next()) {
                    ids.add(rows.getInt(1));
                }
            }
            return ids;
        }
    }

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Assent assent;
    private TransactionManager manager;
    private JdbcPool orders;

    @BeforeEach
    void open() {
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        manager = assent.transactionManager();
        orders = CrashingNode.pool(assent, "orders", servers.orders().url());
    }

    @AfterEach
    void close() throws Exception {
        orders.close();
        assent.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.HOURS)).isTrue();
    }

    private JdbcPool ledger(Engine engine, boolean hasMarkers) throws SQLException {
        engine.makeTable();
        JdbcPool ledger = JdbcPool.open(
                assent,
                JdbcPoolConfig.lastResource("ledger", engine.source(), hasMarkers)
                        .with(PoolSetting.CONNECTIONS_MAX, 1));
        assent.recover(); // makes the table of markers
        return ledger;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String setting(String key, int seconds) {
        return "call syscs_util.syscs_set_database_property('" + key + "', '" + seconds + "')";
    }

    private static String insertion(int id) {
        return "insert into victims values (" + id + ", 1)";
    }

    private static String change(int id) {
        return "update victims set amount = amount + 1 where id = " + id;
    }

    private void insert(JdbcPool pool, int id) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            execute(connection, insertion(id));
        }
    }

    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    /**
     * Inserts row 1 in a transaction that then is a deadlock's victim. The database chooses the victim, so this tries
     * again until it chooses this transaction.
     *
     * @param lastStep the statements that wait for the row of the other transaction
     */
    private void becomeVictim(Engine engine, JdbcPool ledger, boolean hasOthers, Work lastStep) throws Exception {
        while (!isVictim(engine, ledger, hasOthers, lastStep)) {
            manager.rollback();
        }
    }

    private boolean isVictim(Engine engine, JdbcPool ledger, boolean hasOthers, Work lastStep) throws Exception {
        try (Connection rival = engine.connect()) {
            rival.setAutoCommit(false);
            for (int i = 300; i < 310; i++) {
                execute(rival, insertion(i)); // databases prefer a victim with less work
            }
            execute(rival, change(ROW_OF_RIVAL));
            manager.begin();
            if (hasOthers) {
                ItemTable.insert(orders, 1);
            }
            try (Connection connection = ledger.getConnection()) {
                execute(connection, insertion(1));
                execute(connection, change(OWN_ROW));
                Future<?> waiting = threads.submit(() -> isDone(rival, change(OWN_ROW)));
                boolean isVictim = false;
                try {
                    lastStep.run(connection);
                } catch (SQLException failed) {
                    isVictim = isRollback(failed);
                }
                if (isVictim) {
                    waiting.get();
                } else {
                    manager.setRollbackOnly();
                }
                rival.rollback();
                return isVictim;
            }
        }
    }

    private static boolean isDone(Connection connection, String sql) {
        try {
            execute(connection, sql);
            return true;
        } catch (SQLException failed) {
            return false;
        }
    }

    private static boolean isRollback(SQLException failed) {
        for (Throwable each : failed) {
            if (each instanceof SQLException sql
                    && sql.getSQLState() != null
                    && sql.getSQLState().startsWith("40")) {
                return true;
            }
        }
        return false;
    }

    private void assertNothingIsCommitted(Engine engine) throws SQLException {
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertThat(engine.committed()).isEmpty();
        assertThat(servers.orders().query("select id from item")).isEmpty();
        assertThat(servers.orders().prepared()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "H2, true, true",
        "H2, false, true",
        "H2, false, false",
        "HSQLDB, true, true",
        "HSQLDB, false, true",
        "DERBY, true, true",
        "DERBY, false, false",
        "MARIADB, true, true",
        "MARIADB, false, true",
        "MYSQL, false, true"
    })
    void aVictimGoesOn_theCommitRollsAllBack(Engine engine, boolean hasMarkers, boolean hasOthers) throws Exception {
        try (JdbcPool ledger = ledger(engine, hasMarkers)) {
            becomeVictim(engine, ledger, hasOthers, connection -> execute(connection, change(ROW_OF_RIVAL)));
            insert(ledger, 2);
            assertNothingIsCommitted(engine);
            manager.begin();
            insert(ledger, 3);
            manager.commit();
            assertThat(engine.committed()).containsExactly(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aVictimRollsBack_theNextTransactionOnItsConnectionCommits(Engine engine) throws Exception {
        try (JdbcPool ledger = ledger(engine, false)) {
            becomeVictim(engine, ledger, true, connection -> execute(connection, change(ROW_OF_RIVAL)));
            manager.rollback();
            long before = ledger.statistics().created();
            manager.begin();
            insert(ledger, 1);
            ItemTable.insert(orders, 1);
            manager.commit();
            assertThat(engine.committed()).containsExactly(1);
            assertThat(ledger.statistics().created()).isEqualTo(before);
        }
    }

    /** H2 goes on after an error in a batch, and the error of the first statement comes first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1_200})
    void aVictimInABatchBehindOtherErrors_theCommitRollsAllBack(int others) throws Exception {
        try (JdbcPool ledger = ledger(Engine.H2, false)) {
            becomeVictim(Engine.H2, ledger, true, connection -> {
                try (Statement batch = connection.createStatement()) {
                    for (int i = 0; i < others; i++) {
                        batch.addBatch(insertion(1)); // it is there already
                    }
                    batch.addBatch(change(ROW_OF_RIVAL));
                    batch.addBatch(insertion(2));
                    batch.executeBatch();
                } catch (BatchUpdateException failed) {
                    assertThat(failed.getSQLState()).isEqualTo("23505");
                    throw failed;
                }
            });
            assertNothingIsCommitted(Engine.H2);
        }
    }

    /** Routines of H2. */
    public static final class Routines {
        private Routines() {}

        /** Changes a row, and has an exception of its own for an error. */
        public static void changeOrThrowOwn(Connection connection, int id) {
            try {
                execute(connection, change(id));
            } catch (SQLException failed) {
                throw new IllegalStateException("not changed", failed);
            }
        }
    }

    @Test
    void aVictimInARoutineThatThrowsItsOwnException_theCommitRollsAllBack() throws Exception {
        try (JdbcPool ledger = ledger(Engine.H2, false)) {
            try (Connection connection = Engine.H2.connect()) {
                String method = Routines.class.getName() + ".changeOrThrowOwn";
                execute(connection, "create alias if not exists change_or_throw_own for \"" + method + "\"");
            }
            becomeVictim(Engine.H2, ledger, true, connection -> {
                try {
                    execute(connection, "call change_or_throw_own(" + ROW_OF_RIVAL + ")");
                } catch (SQLException failed) {
                    assertThat(failed.getSQLState()).isEqualTo("90105");
                    throw failed;
                }
            });
            insert(ledger, 2);
            assertNothingIsCommitted(Engine.H2);
        }
    }

    // ---- errors other than that of a victim

    private void assertNothingIsCommittedAfterOneThatFails(Engine engine, JdbcPool ledger, Connection rival)
            throws Exception {
        try (Connection connection = ledger.getConnection()) {
            execute(rival, change(ROW_OF_RIVAL));
            execute(connection, insertion(1));
            assertThatThrownBy(() -> execute(connection, change(ROW_OF_RIVAL))).isInstanceOf(SQLException.class);
            execute(connection, insertion(2));
        }
        ItemTable.insert(orders, 1);
        assertNothingIsCommitted(engine);
    }

    @Test
    void derbysLockTimeoutRollsBackAll_theCommitRollsAllBack() throws Exception {
        try (JdbcPool ledger = ledger(Engine.DERBY, false);
                Connection rival = Engine.DERBY.connect()) {
            execute(rival, setting("derby.locks.waitTimeout", 1));
            rival.setAutoCommit(false);
            manager.begin();
            assertNothingIsCommittedAfterOneThatFails(Engine.DERBY, ledger, rival);
            rival.rollback();
        } finally {
            Engine.DERBY.server().execute(setting("derby.locks.waitTimeout", 60)); // the default
        }
    }

    /** MariaDB's error 1020 has the general SQLState HY000. */
    @Test
    void mariaDbRefusesARowThatHasChangedSince_theCommitRollsAllBack() throws Exception {
        try (JdbcPool ledger = ledger(Engine.MARIADB, false);
                Connection rival = Engine.MARIADB.connect()) {
            try (Connection connection = ledger.getConnection()) {
                execute(connection, "set innodb_snapshot_isolation = on"); // the default since MariaDB 11.6.2
            }
            manager.begin();
            try (Connection connection = ledger.getConnection()) {
                execute(connection, "select * from victims"); // the snapshot begins
            }
            assertNothingIsCommittedAfterOneThatFails(Engine.MARIADB, ledger, rival);
        }
    }

    private void assertNothingIsCommittedAfterABatch(Engine engine, Work batch) throws Exception {
        try (JdbcPool ledger = ledger(engine, false);
                Connection rival = engine.connect()) {
            try (Connection connection = ledger.getConnection()) {
                execute(connection, "set innodb_snapshot_isolation = on");
            }
            manager.begin();
            try (Connection connection = ledger.getConnection()) {
                execute(connection, "select * from victims"); // the snapshot begins
                execute(rival, change(ROW_OF_RIVAL));
                execute(connection, insertion(1));
                assertThatThrownBy(() -> batch.run(connection)).isInstanceOf(BatchUpdateException.class);
                execute(connection, insertion(2));
            }
            ItemTable.insert(orders, 1);
            assertNothingIsCommitted(engine);
        }
    }

    /**
     * The drivers of the family run all statements of a batch, and keep one error: MySQL's driver the last one,
     * MariaDB's the first one.
     */
    @ParameterizedTest
    @CsvSource({"MARIADB, true", "MARIADB, false", "MYSQL, true", "MYSQL, false"})
    void anErrorOfABatchHidesARollback_theCommitRollsAllBack(Engine engine, boolean isRollbackFirst) throws Exception {
        String twice = insertion(OWN_ROW);
        String changed = change(ROW_OF_RIVAL);
        assertNothingIsCommittedAfterABatch(engine, connection -> {
            try (Statement batch = connection.createStatement()) {
                batch.addBatch(isRollbackFirst ? changed : twice);
                batch.addBatch(isRollbackFirst ? twice : changed);
                batch.executeBatch();
            }
        });
    }

    /** At a timeout MySQL's driver stops a prepared batch, and does not count the last statement. */
    @Test
    void aTimeoutOfABatchHidesARollback_theCommitRollsAllBack() throws Exception {
        assertNothingIsCommittedAfterABatch(Engine.MYSQL, connection -> {
            try (PreparedStatement batch = connection.prepareStatement(
                    "update victims set amount = amount + 1 where id = ? and sleep(?) = 0")) {
                batch.setInt(1, ROW_OF_RIVAL);
                batch.setInt(2, 0);
                batch.addBatch();
                batch.setInt(1, OWN_ROW);
                batch.setInt(2, 3_600);
                batch.addBatch();
                batch.setQueryTimeout(1);
                batch.executeBatch();
            }
        });
    }

    // ---- errors after which the work is still there

    /** MySQL's driver gives error 1205 the SQLState 40001, but the server has rolled back the statement only. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void aLockTimeoutRollsBackTheStatement_theRestIsCommitted(Engine engine) throws Exception {
        try (JdbcPool ledger = ledger(engine, false);
                Connection rival = engine.connect()) {
            rival.setAutoCommit(false);
            execute(rival, change(ROW_OF_RIVAL));
            manager.begin();
            try (Connection connection = ledger.getConnection()) {
                execute(connection, "set innodb_lock_wait_timeout = 1");
                execute(connection, insertion(1));
                assertThatThrownBy(() -> execute(connection, change(ROW_OF_RIVAL)))
                        .isInstanceOf(SQLException.class)
                        .hasFieldOrPropertyWithValue("errorCode", 1205);
            }
            rival.rollback();
            insert(ledger, 2);
            ItemTable.insert(orders, 1);
            manager.commit();
            assertThat(engine.committed()).containsExactly(1, 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneStatementOfABatchFails_theRestIsCommitted(Engine engine) throws Exception {
        try (JdbcPool ledger = ledger(engine, false)) {
            manager.begin();
            try (Connection connection = ledger.getConnection();
                    Statement batch = connection.createStatement()) {
                batch.addBatch(insertion(1));
                batch.addBatch(insertion(OWN_ROW));
                assertThatThrownBy(batch::executeBatch).isInstanceOf(BatchUpdateException.class);
            }
            ItemTable.insert(orders, 1);
            manager.commit();
            assertThat(engine.committed()).containsExactly(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherStatementFails_theRestIsCommitted(Engine engine) throws Exception {
        try (JdbcPool ledger = ledger(engine, false)) {
            manager.begin();
            insert(ledger, 1);
            assertThatThrownBy(() -> insert(ledger, 1)).isInstanceOf(SQLException.class);
            ItemTable.insert(orders, 1);
            manager.commit();
            assertThat(engine.committed()).containsExactly(1);
        }
    }
}
