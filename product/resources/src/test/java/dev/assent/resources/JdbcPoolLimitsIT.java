package dev.assent.resources;

import static dev.assent.resources.ItemTable.backend;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.harness.Sampled;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.xa.PGXADataSource;

/** When connections are made and closed, and what is made of one that is lost. */
@Sampled(tests = 4)
class JdbcPoolLimitsIT {
    private static final int THREADS = 2;
    private static final int ROUNDS = 50;

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    private volatile String refused = "";
    private volatile Runnable meanwhile;
    private Assent assent;
    private TransactionManager manager;
    private JdbcPoolConfig config;

    @BeforeEach
    void open() {
        assent = Assent.builder()
                .with(Setting.LOG, "memory")
                .with(Setting.DISPATCH, "inline")
                .open();
        manager = assent.transactionManager();
        config = JdbcPoolConfig.of("orders", servers.orders().xaDataSource()).with(PoolSetting.CONNECTIONS_MAX, 4);
    }

    @AfterEach
    void close() {
        assent.close();
    }

    private static void use(JdbcPool pool, int connections) throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            all.add(pool.getConnection());
        }
        for (Connection connection : all) {
            connection.close();
        }
    }

    @Test
    void aPoolIsFilledInAdvanceAndKeepsThatMuchWhenTheOthersAreClosedForBeingIdle() throws Exception {
        try (JdbcPool orders = JdbcPool.open(
                assent, config.with(PoolSetting.CONNECTIONS_PREFILLED, 2).with(PoolSetting.IDLE_LIMIT_SECONDS, 1))) {
            await().until(() -> orders.statistics().idle() == 2);
            assertThat(orders.statistics().created()).isEqualTo(2);
            use(orders, 4);
            assertThat(orders.statistics().created()).isEqualTo(4);
            await().until(() -> orders.statistics().destroyed() == 2);
            assertThat(orders.statistics().idle()).isEqualTo(2);
        }
    }

    @Test
    void aPoolThatCannotBeFilledOpensAllTheSameAndTellsTheTrueCause() {
        PGXADataSource stranger = servers.orders().xaDataSource();
        stranger.setUser("stranger");
        try (JdbcPool pool = JdbcPool.open(
                assent, JdbcPoolConfig.of("stranger", stranger).with(PoolSetting.CONNECTIONS_PREFILLED, 2))) {
            await().until(() -> !notices.told(5115, "stranger").isEmpty());
            assertThat(notices.told(5115, "stranger"))
                    .singleElement()
                    .asString()
                    .contains("could not make its first 2 connections")
                    .contains("role \"stranger\" does not exist");
            assertThatThrownBy(pool::getConnection).hasMessageContaining("role \"stranger\" does not exist");
        }
        assertThatThrownBy(() -> JdbcPool.open(assent, config.with(PoolSetting.CONNECTIONS_PREFILLED, 5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ASSENT-5001 pool 'orders' cannot be made: setting 'connections-prefilled' has the value"
                        + " '5', which is not allowed; allowed: 0 to 4, the value of 'connections-max'");
    }

    /** Each connection of a transaction is a branch of its own. */
    @Test
    void threadsOfOneTransactionThatTakeTheirFirstConnectionAtOnceHaveTheSame() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (JdbcPool orders = JdbcPool.open(assent, config.with(PoolSetting.CONNECTIONS_PREFILLED, 4))) {
            await().until(() -> orders.statistics().idle() == 4);
            for (int round = 0; round < ROUNDS; round++) {
                manager.begin();
                Transaction transaction = manager.getTransaction();
                CyclicBarrier together = new CyclicBarrier(THREADS);
                List<Future<String>> backends = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    backends.add(threads.submit(() -> {
                        manager.resume(transaction);
                        together.await();
                        try (Connection connection = orders.getConnection()) {
                            return backend(connection);
                        } finally {
                            manager.suspend();
                        }
                    }));
                }
                Set<String> different = new HashSet<>();
                for (Future<String> each : backends) {
                    different.add(each.get());
                }
                assertThat(different).hasSize(1);
                manager.commit();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aConnectionThatIsTooOldIsClosedWhenNobodyUsesIt() throws Exception {
        try (JdbcPool orders = JdbcPool.open(assent, config.with(PoolSetting.LIFETIME_LIMIT_SECONDS, 1))) {
            use(orders, 1);
            await().until(() -> orders.statistics().destroyed() == 1);
            manager.begin();
            Connection connection = orders.getConnection();
            String backend = backend(connection);
            Transaction transaction = manager.suspend();
            use(orders, 1); // it is younger, and idle
            manager.resume(transaction);
            await().until(() -> orders.statistics().destroyed() == 2);
            assertThat(backend(connection)).isEqualTo(backend);
            manager.commit();
            await().until(() -> orders.statistics().destroyed() == 3);
        }
    }

    @Test
    void aStatementThatIsNotAnsweredInTimeCostsTheConnectionAndNoOther() throws Exception {
        int limitMillis = 300;
        while (!costsTheConnectionAndNoOther(limitMillis)) {
            limitMillis *= 2;
            assertThat(limitMillis).isLessThan(600_000);
        }
    }

    /** False when something else took longer than the limit, as it may on a slow machine. */
    private boolean costsTheConnectionAndNoOther(int limitMillis) throws Exception {
        try (JdbcPool orders = JdbcPool.open(assent, config.with(PoolSetting.NETWORK_TIMEOUT_MILLIS, limitMillis))) {
            Connection connection;
            Statement statement;
            try {
                use(orders, 1);
                connection = orders.getConnection();
                statement = connection.createStatement();
            } catch (SQLException tooSlow) {
                return false;
            }
            int sleepSeconds = 60 * limitMillis / 1_000;
            assertThatThrownBy(() -> statement.execute("select pg_sleep(" + sleepSeconds + ")"))
                    .isInstanceOf(SQLException.class);
            connection.close();
            await().until(() -> orders.statistics().destroyed() == 1);
            try {
                use(orders, 1);
            } catch (SQLException tooSlow) {
                return false;
            }
            assertThat(orders.statistics().inUse()).isZero();
            return true;
        }
    }

    @Test
    void aTransactionWhoseOnlyConnectionIsKnownToBeLostIsRolledBackAndNoHazard() throws Exception {
        try (JdbcPool orders = JdbcPool.open(assent, config)) {
            manager.begin();
            Connection connection = orders.getConnection();
            Statement statement = connection.createStatement();
            statement.executeUpdate("insert into item values (1, 'x')");
            servers.orders().query("select pg_terminate_backend(" + backend(connection) + ")");
            assertThatThrownBy(() -> statement.executeUpdate("insert into item values (2, 'x')"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(manager::commit)
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContaining("XA_RBCOMMFAIL");
            assertThat(servers.orders().query("select id from item")).isEmpty();
            await().until(() -> orders.statistics().destroyed() == 1);
            use(orders, 4);
        }
    }

    @Test
    void aConnectionThatIsLostOutsideOfATransactionIsNotGivenToAnother() throws Exception {
        try (JdbcPool orders = JdbcPool.open(assent, config)) {
            try (Connection connection = orders.getConnection()) {
                connection.setAutoCommit(false);
                connection.createStatement().executeUpdate("insert into item values (1, 'x')");
                servers.orders().query("select pg_terminate_backend(" + backend(connection) + ")");
            }
            await().until(() -> orders.statistics().destroyed() == 1);
            use(orders, 4);
            assertThat(servers.orders().query("select id from item")).isEmpty();
        }
    }

    /** A setting of a connection, changed. */
    private interface Change {
        void of(Connection connection) throws SQLException;
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("setAutoCommit", connection -> connection.setAutoCommit(false)),
                change(
                        "setTransactionIsolation",
                        connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE)),
                change("setReadOnly", connection -> connection.setReadOnly(true)),
                change("setHoldability", connection -> connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT)),
                change("setNetworkTimeout", connection -> connection.setNetworkTimeout(Runnable::run, 9_000)));
    }

    private static Arguments change(String setter, Change change) {
        return Arguments.of(setter, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void aConnectionThatRefusesToGoBackToWhatItWasIsNotGivenToAnother(String setter, Change change) throws Exception {
        XADataSource stubborn = around(
                XADataSource.class,
                servers.orders().xaDataSource(),
                xa -> around(XAConnection.class, xa, connection -> around(Connection.class, connection, null)));
        try (JdbcPool orders = JdbcPool.open(assent, JdbcPoolConfig.of("stubborn", stubborn))) {
            String backend;
            try (Connection connection = orders.getConnection()) {
                change.of(connection);
                backend = backend(connection);
                refused = setter;
            }
            refused = "";
            try (Connection next = orders.getConnection()) {
                assertThat(next.getAutoCommit()).isTrue();
                assertThat(backend(next)).isNotEqualTo(backend);
            }
            await().until(() -> orders.statistics().destroyed() == 1);
            change.of(orders.getConnection());
        }
    }

    @Test
    void nobodyIsLetInBeforeAConnectionIsBack() throws Exception {
        XADataSource slow = around(
                XADataSource.class,
                servers.orders().xaDataSource(),
                xa -> around(XAConnection.class, xa, connection -> around(Connection.class, connection, null)));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (JdbcPool orders =
                JdbcPool.open(assent, JdbcPoolConfig.of("slow", slow).with(PoolSetting.CONNECTIONS_MAX, 1))) {
            AtomicReference<Future<Boolean>> next = new AtomicReference<>();
            try (Connection connection = orders.getConnection()) {
                connection.setReadOnly(true);
                meanwhile = () -> {
                    meanwhile = null;
                    next.set(thread.submit(() -> {
                        try (Connection other = orders.getConnection()) {
                            return other.isReadOnly();
                        }
                    }));
                    await().until(() -> orders.statistics().waiting() == 1);
                };
            }
            assertThat(next.get().get()).isFalse();
            assertThat(orders.statistics().created()).isEqualTo(1);
        } finally {
            thread.shutdown();
        }
    }

    /**
     * The same object, with something done to the connections it gives; what a connection refuses, it refuses
     * by an error that does not say that it is lost.
     */
    private <T> T around(Class<T> type, Object own, UnaryOperator<Object> toConnections) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Runnable first = meanwhile;
                    if (first != null && method.getName().equals("setReadOnly")) {
                        first.run();
                    }
                    if (method.getName().equals(refused)) {
                        throw new SQLException("not now", "25001");
                    }
                    Object answer = method.invoke(own, arguments);
                    boolean isConnection = method.getName().endsWith("Connection");
                    return toConnections != null && isConnection ? toConnections.apply(answer) : answer;
                }));
    }

    /** One of two threads of a transaction waits for a connection, the other for the first. */
    @Test
    void allWaitsOfACallerTogetherTakeNoLongerThanTheSettingSays() throws Exception {
        int waitMillis = 4_000;
        while (!allWaitsTakeNoLongerThan(waitMillis)) {
            waitMillis *= 2;
            assertThat(waitMillis)
                    .as("far from two waits, on a slow machine, too")
                    .isLessThan(100_000);
        }
    }

    /** False when they took about two waits, be it that the machine is slow. */
    private boolean allWaitsTakeNoLongerThan(int waitMillis) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (JdbcPool orders = JdbcPool.open(
                        assent,
                        config.with(PoolSetting.CONNECTIONS_MAX, 1)
                                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, waitMillis));
                Connection held = orders.getConnection()) {
            manager.begin();
            Transaction transaction = manager.getTransaction();
            List<Future<SQLException>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                callers.add(threads.submit(() -> {
                    manager.resume(transaction);
                    try {
                        orders.getConnection().close();
                        return null;
                    } catch (SQLException exhausted) {
                        return exhausted;
                    } finally {
                        manager.suspend();
                    }
                }));
                await().until(() -> orders.statistics().waiting() == 1);
            }
            boolean isInTime = true;
            for (Future<SQLException> each : callers) {
                String told = each.get().getMessage();
                Matcher millis = Pattern.compile("within (\\d+) ms").matcher(told);
                assertThat(millis.find()).as(told).isTrue();
                isInTime &= Integer.parseInt(millis.group(1)) < 2 * waitMillis - 500;
            }
            assertThat(held.isClosed()).isFalse();
            manager.rollback();
            return isInTime;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whatIsAskedOfAnExhaustedPoolIsCounted() throws Exception {
        try (JdbcPool orders = JdbcPool.open(
                assent, config.with(PoolSetting.CONNECTIONS_MAX, 1).with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 50))) {
            try (Connection held = orders.getConnection()) {
                assertThatThrownBy(orders::getConnection).isInstanceOf(SQLTransientConnectionException.class);
                assertThat(orders.statistics()).isEqualTo(new PoolStatistics(1, 1, 0, 0, 1, 0, 0, 0, 1));
                assertThat(held.isClosed()).isFalse();
            }
            assertThat(orders.statistics()).isEqualTo(new PoolStatistics(1, 0, 1, 0, 1, 0, 0, 0, 1));
        }
    }
}
