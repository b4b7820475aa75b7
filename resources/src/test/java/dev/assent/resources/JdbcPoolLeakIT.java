package dev.assent.resources;

import static dev.assent.resources.ItemTable.backend;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.core.Assent;
import dev.assent.core.Setting;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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

/** Connections that nobody gives back: who is named, and what is taken from whom. */
@Fast
class JdbcPoolLeakIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

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
                    .containsPattern("thread '.*'\\R    at dev.assent.resources.JdbcPoolLeakIT.forgetful\\(")
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

            try (Connection next = orders.getConnection()) {
                assertThat(backend(next)).isNotEqualTo(backend);
                assertThat(next.getAutoCommit()).isTrue();
                assertThat(items()).isEmpty();

                assertThatThrownBy(insert::executeUpdate)
                        .isInstanceOf(SQLException.class)
                        .hasMessageStartingWith("ASSENT-5114 this connection of pool 'orders' was taken back");
                assertThatThrownBy(forgotten::createStatement).hasMessageStartingWith("ASSENT-5114");
                assertThatThrownBy(forgotten::commit).hasMessageStartingWith("ASSENT-5114");
                forgotten.close();
                forgotten.close();
                assertThat(orders.statistics().inUse()).isEqualTo(1);
                backend(next);
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
        try (JdbcPool orders = pool(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, 1_000)) {
            try (Connection connection = orders.getConnection();
                    PreparedStatement sleep = connection.prepareStatement("select pg_sleep(?)")) {
                sleep.setDouble(1, 2.5);
                sleep.execute();
                sleep.setDouble(1, 0.01);
                long start = System.nanoTime();
                while (System.nanoTime() - start < SECONDS.toNanos(2)) {
                    sleep.execute();
                }
            }
            assertThat(orders.statistics().reclaimed()).isZero();
            assertThat(orders.statistics().destroyed()).isZero();
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
        try (JdbcPool orders = pool(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, 1_000)) {
            manager.begin();
            Connection enlisted = forgetful(orders);
            String backend = backend(enlisted);
            enlisted.createStatement().executeUpdate("insert into item values (1, 'x')");

            ExecutorService thread = Executors.newSingleThreadExecutor();
            Future<String> next = thread.submit(() -> {
                try (Connection connection = orders.getConnection()) {
                    return backend(connection);
                }
            });
            assertThat(next.get()).isNotEqualTo(backend);
            thread.shutdown();

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
        }
    }
}
