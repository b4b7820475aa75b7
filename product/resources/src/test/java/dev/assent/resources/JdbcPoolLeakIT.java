package dev.assent.resources;

import static dev.assent.resources.ItemTable.backend;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/** Connections that nobody gives back: the report names the holder, and the pool takes them back. */
@Fast
class JdbcPoolLeakIT {
    private static final long LIMIT_MILLIS_MAX = 600_000;

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Assent assent;
    private TransactionManager manager;

    @BeforeEach
    void open() {
        assent = Assent.builder()
                .with(Setting.LOG, "memory")
                .with(Setting.DISPATCH, "inline")
                .open();
        manager = assent.transactionManager();
    }

    @AfterEach
    void close() {
        threads.shutdown();
        assent.close();
    }

    private JdbcPool pool(PoolSetting setting, long value) {
        return JdbcPool.open(
                assent,
                JdbcPoolConfig.of("orders", servers.orders().xaDataSource())
                        .with(PoolSetting.CONNECTIONS_MAX, 1)
                        .with(setting, value));
    }

    private List<String> items() {
        return servers.orders().query("select id from item order by id");
    }

    private boolean isWaitedForALock() {
        return servers.orders()
                .query("select count(*) from pg_locks where locktype = 'advisory' and not granted")
                .contains("1");
    }

    private Connection forgetful(JdbcPool pool) throws SQLException {
        return pool.getConnection();
    }

    @Test
    void aConnectionThatIsHeldLongIsReportedOnceWithItsOwnersStackAndAgainWhenItComesBack() throws Exception {
        try (JdbcPool orders = pool(PoolSetting.LEAK_REPORT_AFTER_MILLIS, 50)) {
            Connection held = forgetful(orders);
            await().until(() -> !notices.told(5110, "orders").isEmpty());
            await().until(() -> orders.statistics().leaked() == 1);
            assertThat(notices.told(5110, "orders"))
                    .singleElement()
                    .asString()
                    .contains("by thread '" + Thread.currentThread().getName() + "' outside of a transaction")
                    .containsPattern("thread '.*' took it\\R    at dev.assent.resources.JdbcPoolLeakIT.forgetful\\(")
                    .contains("aConnectionThatIsHeldLong");
            backend(held);
            held.close();
            assertThat(notices.told(5111, "orders")).hasSize(1);

            manager.begin();
            String id = manager.getTransaction().toString();
            try (Connection enlisted = orders.getConnection()) {
                backend(enlisted);
            }
            await().until(() -> notices.told(5110, "orders").size() == 2);
            manager.commit();
            assertThat(notices.told(5110, "orders").get(1)).contains("by " + id);
            assertThat(notices.told(5111, "orders")).hasSize(2);
            assertThat(orders.statistics().leaked()).isEqualTo(2);
            assertThat(orders.statistics().reclaimed()).isZero();
        }
    }

    @Test
    void aConnectionThatNobodyUsesIsTakenBackAndItsLocalWorkRolledBack() throws Exception {
        try (JdbcPool orders = pool(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, 1_000)) {
            Connection forgotten = forgetful(orders);
            String backend = backend(forgotten);
            forgotten.setAutoCommit(false);
            PreparedStatement insert = forgotten.prepareStatement("insert into item values (1, 'x')");
            insert.executeUpdate();

            try (Connection gate = DriverManager.getConnection(servers.orders().url(), "postgres", "");
                    Statement lock = gate.createStatement()) {
                lock.execute("select pg_advisory_lock(7)");
                Future<?> next = threads.submit(() -> {
                    try (Connection connection = orders.getConnection();
                            Statement statement = connection.createStatement()) {
                        assertThat(backend(connection)).isNotEqualTo(backend);
                        assertThat(connection.getAutoCommit()).isTrue();
                        statement.execute("select pg_advisory_xact_lock(7)"); // a call is use, however long it takes
                        return backend(connection);
                    }
                });
                await().until(() -> next.isDone() || isWaitedForALock());
                assertThat(items()).isEmpty();

                assertThatThrownBy(insert::executeUpdate)
                        .isInstanceOf(SQLException.class)
                        .hasMessageStartingWith("ASSENT-5114 this connection of pool 'orders' was taken back");
                assertThatThrownBy(forgotten::createStatement).hasMessageStartingWith("ASSENT-5114");
                assertThatThrownBy(forgotten::commit).hasMessageStartingWith("ASSENT-5114");
                forgotten.close();
                forgotten.close();
                assertThat(orders.statistics().inUse()).isEqualTo(1);
                lock.execute("select pg_advisory_unlock(7)");
                next.get();
            }
            assertThat(notices.told(5112, "orders")).singleElement().asString().contains("JdbcPoolLeakIT.forgetful");
            assertThat(items()).isEmpty();
            PoolStatistics statistics = orders.statistics();
            assertThat(statistics.reclaimed()).isEqualTo(1);
            assertThat(statistics.inUse()).isZero();
            await().until(() -> orders.statistics().destroyed() == 1);
            assertThat(orders.statistics().created()).isEqualTo(2);
            assertThat(orders.statistics().idle()).isEqualTo(1);
        }
    }

    @Test
    void aCallThatTakesLongIsUseAndSoAreTheCallsOfAStatementThatWasPreparedLongAgo() throws Exception {
        long limitMillis = 1_000;
        while (!isUsedAllTheTime(limitMillis)) {
            limitMillis *= 2;
            assertThat(limitMillis).isLessThan(LIMIT_MILLIS_MAX);
        }
    }

    /** False when the thread could not go on between two calls, for so long that the connection may be taken back. */
    private boolean isUsedAllTheTime(long limitMillis) throws Exception {
        try (JdbcPool orders = pool(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, limitMillis)) {
            long untouchedNanosMax = 0;
            Throwable refused = null;
            try (Connection connection = orders.getConnection();
                    PreparedStatement sleep = connection.prepareStatement("select pg_sleep(?)")) {
                long touched = System.nanoTime();
                double seconds = 2.5 * limitMillis / 1_000;
                long end = touched + MILLISECONDS.toNanos(9 * limitMillis / 2);
                while (touched < end) {
                    sleep.setDouble(1, seconds);
                    untouchedNanosMax = Math.max(untouchedNanosMax, System.nanoTime() - touched);
                    sleep.execute();
                    touched = System.nanoTime();
                    seconds = 0.01;
                }
            } catch (SQLException takenBack) {
                refused = takenBack;
            }
            if (untouchedNanosMax > MILLISECONDS.toNanos(limitMillis / 2)) {
                return false;
            }
            assertThat(refused).isNull();
            assertThat(orders.statistics().reclaimed()).isZero();
            assertThat(orders.statistics().destroyed()).isZero();
            return true;
        }
    }

    @Test
    void whatOnlyTheDriverOffersIsThereInAPoolThatReclaims() throws Exception {
        try (JdbcPool orders = pool(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, 60_000);
                Connection connection = orders.getConnection();
                PreparedStatement statement = connection.prepareStatement("select 1")) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(7);
            assertThat(statement.unwrap(PGStatement.class).getPrepareThreshold())
                    .isEqualTo(7);
            assertThat(connection.unwrap(PGConnection.class).getBackendPID())
                    .isEqualTo(Integer.parseInt(backend(connection)));
        }
    }

    @Test
    void aTransactionThatDoesNotUseItsConnectionEndsAsIfItsTimeWereOver() throws Exception {
        long limitMillis = 1_000;
        while (!endsAsIfItsTimeWereOver(limitMillis)) {
            manager.rollback();
            limitMillis *= 2;
            assertThat(limitMillis).isLessThan(LIMIT_MILLIS_MAX);
        }
    }

    /** False when one of both connections was taken back before it was used, as may be on a slow machine. */
    private boolean endsAsIfItsTimeWereOver(long limitMillis) throws Exception {
        notices.all().clear();
        try (JdbcPool orders = pool(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, limitMillis)) {
            manager.begin();
            Connection enlisted = forgetful(orders);
            String backend;
            try {
                backend = backend(enlisted);
                enlisted.createStatement().executeUpdate("insert into item values (1, 'x')");
            } catch (SQLException tooLate) {
                assertThat(tooLate.getMessage()).contains("ASSENT-5113");
                return false;
            }

            Future<String> next = threads.submit(() -> {
                try (Connection connection = orders.getConnection()) {
                    return backend(connection);
                } catch (SQLException tooLate) {
                    assertThat(tooLate.getMessage()).startsWith("ASSENT-5114");
                    return null;
                }
            });
            if (next.get() == null) {
                return false;
            }
            assertThat(next.get()).isNotEqualTo(backend);

            assertThatThrownBy(enlisted::createStatement).isInstanceOf(SQLException.class);
            assertThatThrownBy(orders::getConnection)
                    .hasMessageStartingWith("ASSENT-5020")
                    .hasMessageContaining("ASSENT-5113");
            assertThatThrownBy(manager::commit)
                    .isInstanceOf(RollbackException.class)
                    .satisfies(told -> assertThat(told.getCause()).hasMessageStartingWith("ASSENT-5113"));
            assertThat(notices.told(5113, "orders")).singleElement().asString().contains("JdbcPoolLeakIT.forgetful");
            assertThat(items()).isEmpty();
            assertThat(orders.statistics().reclaimed()).isEqualTo(1);
            return true;
        }
    }
}
