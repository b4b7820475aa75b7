package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.PostgresServer;
import dev.assent.harness.Fast;
import dev.assent.resources.pool.StaleException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that wait in a pool while their server is started again. */
@Fast
class JdbcPoolValidationIT {
    private static final int CONNECTIONS = 3;

    private static final PostgresServer server = SharedServers.postgres("payments");

    private final Assent assent = Assent.builder()
            .with(Setting.LOG, "memory")
            .with(Setting.JMX, false)
            .open();

    @AfterEach
    void closeNode() {
        assent.close();
    }

    private JdbcPool open(int validationAfterIdleMillis) throws SQLException {
        return open(server.xaDataSource(), validationAfterIdleMillis);
    }

    private JdbcPool open(XADataSource source, int validationAfterIdleMillis) throws SQLException {
        JdbcPool pool = JdbcPool.open(
                assent,
                JdbcPoolConfig.of("validated", source)
                        .with(PoolSetting.CONNECTIONS_MAX, CONNECTIONS)
                        .with(PoolSetting.VALIDATION_AFTER_IDLE_MILLIS, validationAfterIdleMillis)
                        .with(PoolSetting.VALIDATION_TIMEOUT_SECONDS, 1));
        useAll(pool);
        return pool;
    }

    /** Each connection of the pool, all at the same time. */
    private static void useAll(JdbcPool pool) throws SQLException {
        Connection[] all = new Connection[CONNECTIONS];
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                all[i] = pool.getConnection();
                try (Statement statement = all[i].createStatement();
                        ResultSet rows = statement.executeQuery("select 1")) {
                    assertThat(rows.next()).isTrue();
                }
            }
        } finally {
            for (Connection each : all) {
                if (each != null) {
                    each.close();
                }
            }
        }
    }

    private static void restart() throws IOException {
        server.kill();
        server.restart();
    }

    @Test
    void oneThatIsTriedBeforeItIsGivenIsSeenToBeDeadAndReplaced() throws Exception {
        try (JdbcPool pool = open(0)) {
            restart();
            useAll(pool);
        }
    }

    /** One holder finds out; the others that are as old are tried before they are given. */
    @Test
    void theServerWasRestarted_oneHolderFindsOut_theOtherConnectionsAreTriedAndReplaced() throws Exception {
        try (JdbcPool pool = open(60_000)) {
            restart();
            assertThatThrownBy(() -> useAll(pool)).isInstanceOf(SQLException.class);
            useAll(pool);
        }
    }

    /** It has neither method, so to call one is an Error. */
    private static Object ofJdbc3(Object connection) {
        Hooked.Hook missing = answer -> {
            throw new AbstractMethodError("a method of JDBC 4");
        };
        return Hooked.hooked(
                XAConnection.class,
                connection,
                Map.of(
                        "getConnection",
                        handle -> Hooked.hooked(
                                Connection.class, handle, Map.of("isValid", missing, "isWrapperFor", missing))));
    }

    @Test
    void theServerWasRestarted_theDriverIsOfJdbc3_theOtherConnectionsAreReplaced() throws Exception {
        XADataSource source = Hooked.hooked(
                XADataSource.class, server.xaDataSource(), Map.of("getXAConnection", JdbcPoolValidationIT::ofJdbc3));
        try (JdbcPool pool = open(source, 60_000)) {
            restart();
            assertThatThrownBy(() -> useAll(pool)).isInstanceOf(SQLException.class);
            useAll(pool);
        }
    }

    /** To start a branch finds out, before anything is done, so the transaction gets another connection. */
    @Test
    void theServerWasRestarted_noTransactionFails() throws Exception {
        try (JdbcPool pool = open(60_000)) {
            restart();
            for (int i = 0; i < CONNECTIONS; i++) {
                transact(pool);
            }
        }
    }

    /** The server ends the session of each connection right before its branch starts. */
    private static Object lostAtStart(Object connection) {
        AtomicReference<String> process = new AtomicReference<>();
        Hooked.Hook noted = handle -> {
            process.compareAndSet(null, ItemTable.backend((Connection) handle));
            return handle;
        };
        Hooked.Hook ending = own -> Proxy.newProxyInstance(
                XAResource.class.getClassLoader(), new Class<?>[] {XAResource.class}, (self, method, arguments) -> {
                    if (method.getName().equals("start")) {
                        endSession(process.get());
                    }
                    try {
                        return method.invoke(own, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                });
        return Hooked.hooked(XAConnection.class, connection, Map.of("getConnection", noted, "getXAResource", ending));
    }

    private static void endSession(String process) {
        server.query("select pg_terminate_backend(" + process + ")");
        await().until(() -> server.query("select pid from pg_stat_activity where pid = " + process)
                .isEmpty());
    }

    /** The caller would try one after the other for ever. */
    @Test
    void everyConnectionIsLostWhenItsBranchStarts_theCallerGivesUpWhenItsTimeIsOver() throws Exception {
        int waitMillis = 1_000;
        while (!isGivenUpAfterALoss(waitMillis)) {
            waitMillis *= 2;
            assertThat(waitMillis).isLessThan(600_000);
        }
    }

    /** False when the time was over before one was lost, as it may be on a slow machine. */
    private boolean isGivenUpAfterALoss(int waitMillis) throws Exception {
        AtomicInteger opened = new AtomicInteger();
        XADataSource source =
                Hooked.hooked(XADataSource.class, server.xaDataSource(), Map.of("getXAConnection", connection -> {
                    opened.incrementAndGet();
                    return lostAtStart(connection);
                }));
        try (JdbcPool pool = JdbcPool.open(
                assent,
                JdbcPoolConfig.of("ended", source)
                        .with(PoolSetting.PROBE, false)
                        .with(PoolSetting.CONNECTIONS_MAX, 1)
                        .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, waitMillis))) {
            assent.transactionManager().begin();
            Throwable told = catchThrowable(pool::getConnection);
            assertThat(told).isInstanceOf(SQLTransientConnectionException.class);
            if (!(told.getCause() instanceof StaleException)) {
                assent.transactionManager().rollback();
                return false;
            }
            assertThat(told).hasMessageStartingWith("ASSENT-5011");
            assent.transactionManager().rollback();
            assertThat(opened.get()).isPositive();
            assertThat(pool.statistics().inUse()).isZero();
            assertThat(pool.statistics().timeouts()).isEqualTo(1);
            return true;
        }
    }

    private void transact(JdbcPool pool) throws Exception {
        assent.transactionManager().begin();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        } catch (SQLException failed) {
            assent.transactionManager().rollback();
            throw failed;
        }
        assent.transactionManager().commit();
    }

    /** The error with which the server ends such a session is not of class 08. */
    @Test
    void aSessionThatTheServerEndsForBeingIdleInATransaction_countsAsLost() throws Exception {
        try (JdbcPool pool = open(60_000)) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                String process = ItemTable.backend(connection);
                connection.setAutoCommit(false);
                statement.execute("set idle_in_transaction_session_timeout = 1");
                await().until(() -> server.query("select pid from pg_stat_activity where pid = " + process)
                        .isEmpty());
                assertThatThrownBy(() -> statement.execute("select 1"))
                        .isInstanceOf(SQLException.class)
                        .satisfies(failed -> assertThat(failed.getSuppressed())
                                .anySatisfy(told -> assertThat(told).hasMessageContaining("ASSENT-5180")));
            }
            useAll(pool);
        }
    }

    /** The server's process of the connection is stopped, as one that waits for its disk for ever. */
    @Test
    void oneWhoseServerHangsIsReplacedWhenTheTrialsTimeIsOver() throws Exception {
        try (JdbcPool pool = open(0)) {
            int hanging = process(pool);
            signal("STOP", hanging);
            try {
                for (int i = 0; i < CONNECTIONS; i++) {
                    assertThat(process(pool)).isNotEqualTo(hanging);
                }
            } finally {
                signal("CONT", hanging);
            }
        }
    }

    /** The server's process of a connection that the pool gives. */
    private static int process(JdbcPool pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select pg_backend_pid()")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void signal(String name, int process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Integer.toString(process))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }
}
