package dev.assent.resources;

import static dev.assent.resources.Hooked.hooked;
import static dev.assent.resources.ItemTable.backend;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.TimedOutException;
import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.harness.Sampled;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The timer rolls back while the application goes on: nothing of it may ever be committed (law 20). */
@Sampled(tests = 4)
class JdbcPoolTimeoutIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    private static final int SECONDS_MAX = 600;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private int begun;
    private Assent assent;
    private TransactionManager manager;
    private JdbcPool orders;
    private JdbcPool payments;

    @BeforeEach
    void open() throws Exception {
        assent = Assent.builder()
                .with(Setting.LOG, "memory")
                .with(Setting.DISPATCH, "inline")
                .open();
        manager = assent.transactionManager();
        manager.setTransactionTimeout(1);
        orders = pool("orders", servers.orders());
        payments = pool("payments", servers.payments());
    }

    private JdbcPool pool(String name, PostgresServer server) {
        return JdbcPool.open(
                assent, JdbcPoolConfig.of(name, server.xaDataSource()).with(PoolSetting.CONNECTIONS_MAX, 1));
    }

    @AfterEach
    void close() throws Exception {
        manager.setTransactionTimeout(0);
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.HOURS)).isTrue();
        orders.close();
        payments.close();
        assent.close();
    }

    /** Work in a transaction. */
    private interface Work<T> {
        /** Does it, and throws the exception of what is done too late. */
        T done() throws Exception;
    }

    /** Does this in a transaction whose time is long enough for it, however slow the machine is. */
    private <T> T worked(Work<T> work) throws Exception {
        for (int seconds = 1; ; seconds *= 2) {
            begin(seconds);
            try {
                return work.done();
            } catch (SQLException tooLate) {
                assertSaysTimeout(tooLate);
                manager.rollback();
            }
        }
    }

    private void begin(int seconds) throws Exception {
        assertThat(seconds).isLessThanOrEqualTo(SECONDS_MAX);
        manager.setTransactionTimeout(seconds);
        manager.begin();
        begun++;
    }

    private List<String> items() {
        return servers.orders().query("select id from item order by id");
    }

    private String backendOfTheNext() throws SQLException {
        try (Connection connection = orders.getConnection()) {
            return backend(connection);
        }
    }

    /** Every caller gets the same text and code, with the timeout among the causes. */
    private void assertSaysTimeout(Throwable told) {
        assertThat(told)
                .isInstanceOf(SQLException.class)
                .hasMessageMatching("ASSENT-2021 transaction \\S+ timed out after \\d+ s: .*");
        assertThat(((SQLException) told).getSQLState()).isEqualTo("40000");
        assertThat(told.getCause()).hasMessage(told.getMessage());
        assertThat(Stream.iterate(told, Objects::nonNull, Throwable::getCause))
                .hasAtLeastOneElementOfType(TimedOutException.class);
    }

    @Test
    void everyLaterStatementFailsAndNothingIsCommitted() throws Exception {
        record Inserted(Connection connection, String backend, PreparedStatement insert) {}
        Inserted inserted = worked(() -> {
            Connection opened = orders.getConnection();
            PreparedStatement prepared = opened.prepareStatement("insert into item values (?, 'x')");
            for (int i = 1; i <= 10; i++) {
                prepared.setInt(1, i);
                prepared.executeUpdate();
            }
            return new Inserted(opened, backend(opened), prepared);
        });
        Connection connection = inserted.connection();
        String backend = inserted.backend();
        PreparedStatement insert = inserted.insert();
        SQLException refused = null;
        for (int id = 11; refused == null; id++) {
            try {
                insert.setInt(1, id);
                insert.executeUpdate();
            } catch (SQLException stopped) {
                refused = stopped;
            }
        }
        for (int i = 0; i < 100; i++) {
            int id = 1_000_000 + i;
            assertThatThrownBy(() -> {
                        insert.setInt(1, id);
                        insert.executeUpdate();
                    })
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.createStatement().execute("insert into item values (-1, 'x')"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        assertSaysTimeout(refused);
        for (ThrowingCallable late : List.<ThrowingCallable>of(
                insert::executeUpdate,
                () -> insert.setInt(1, 1),
                connection::createStatement,
                connection::getMetaData,
                connection::commit,
                () -> connection.setClientInfo("ApplicationName", "late"),
                () -> orders.getConnection())) {
            assertThatThrownBy(late).satisfies(this::assertSaysTimeout);
        }
        connection.close();
        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(RollbackException.class)
                .hasMessageStartingWith("ASSENT-2021");

        assertThat(items()).isEmpty();
        assertThat(backendOfTheNext()).isNotEqualTo(backend);
        await().until(() -> servers.orders()
                .query("select pid from pg_stat_activity where pid = " + backend)
                .isEmpty());
        assertThat(items()).isEmpty();
    }

    @Test
    void aStatementThatWaitsForALockIsCancelledAndItsTransactionEnds() throws Exception {
        servers.orders().execute("insert into item values (1, 'free')");
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Future<?> holder = threads.submit(() -> {
            try (Connection stranger =
                            servers.orders().xaDataSource().getXAConnection().getConnection();
                    Statement statement = stranger.createStatement()) {
                stranger.setAutoCommit(false);
                statement.executeUpdate("update item set text = 'held' where id = 1");
                locked.countDown();
                over.await();
                stranger.rollback();
            }
            return null;
        });
        locked.await();
        try {
            ResultSet rows = null;
            for (int seconds = 1; rows == null; seconds *= 2) {
                rows = waitedForTheLock(seconds);
            }
            ResultSet read = rows;
            await().until(() ->
                    Internals.coordinator(assent).active().isEmpty()); // what was fetched may be read until then
            assertThatThrownBy(read::next).satisfies(this::assertSaysTimeout);
            assertThatThrownBy(() -> read.getInt(1)).satisfies(this::assertSaysTimeout);
            Throwable told = catchThrowable(manager::commit);
            assertThat(told)
                    .isInstanceOf(RollbackException.class)
                    .hasMessageStartingWith("ASSENT-2021")
                    .hasCauseInstanceOf(TimedOutException.class);
            assertThat(notices.of("ASSENT-2021"))
                    .as("one warning a transaction")
                    .hasSize(begun)
                    .doesNotHaveDuplicates()
                    .last()
                    .isEqualTo(told.getMessage());
        } finally {
            over.countDown();
            holder.get();
        }

        assertThat(servers.orders().query("select text from item")).containsExactly("free");
        assertThat(backendOfTheNext()).isNotEmpty();
    }

    /**
     * The rows that a transaction read after it had waited for the lock until its timeout; null if it timed out before.
     */
    private ResultSet waitedForTheLock(int seconds) throws Exception {
        begin(seconds);
        String backend;
        ResultSet rows;
        Statement statement;
        try {
            Connection connection = orders.getConnection();
            backend = backend(connection);
            rows = connection.createStatement().executeQuery("select generate_series(1, 3)");
            assertThat(rows.next()).isTrue();
            statement = connection.createStatement();
        } catch (SQLException tooLate) {
            assertSaysTimeout(tooLate);
            manager.rollback();
            return null;
        }
        AtomicBoolean isOver = new AtomicBoolean();
        Future<Boolean> hasWaited = threads.submit(() -> {
            boolean waits = false;
            while (!waits && !isOver.get()) {
                waits = servers.orders()
                        .query("select wait_event_type from pg_stat_activity where pid = " + backend)
                        .contains("Lock");
            }
            return waits;
        });
        Throwable refused = catchThrowable(() -> statement.executeUpdate("update item set text = 'mine' where id = 1"));
        isOver.set(true);
        assertThat(refused).satisfies(this::assertSaysTimeout);
        if (!hasWaited.get()) {
            manager.rollback();
            return null;
        }
        assertThat(refused).hasStackTraceContaining("canceling statement due to user request");
        return rows;
    }

    @Test
    void aDeadlockOverTwoServersIsEndedByTheTimers() throws Exception {
        servers.orders().execute("insert into item values (1, 'free')");
        servers.payments().execute("insert into item values (1, 'free')");
        JdbcPool moreOrders = pool("more-orders", servers.orders());
        JdbcPool morePayments = pool("more-payments", servers.payments());
        boolean bothWaited = false;
        for (int seconds = 1; !bothWaited; seconds *= 2) {
            assertThat(seconds).isLessThanOrEqualTo(SECONDS_MAX);
            Crossing crossing = new Crossing(seconds);
            Future<?> one = threads.submit(() -> crosses(orders, payments, crossing));
            Future<?> other = threads.submit(() -> crosses(morePayments, moreOrders, crossing));
            one.get();
            other.get();
            bothWaited = crossing.waiting().get() == 2;
        }
        moreOrders.close();
        morePayments.close();

        assertThat(servers.orders().query("select text from item")).containsExactly("free");
        assertThat(servers.payments().query("select text from item")).containsExactly("free");
    }

    /**
     * Two transactions that wait for a lock of each other.
     *
     * @param seconds the time that each has
     * @param tried those that hold their lock, or could not get it in their time
     * @param waiting those that hold theirs and came to wait for the other
     */
    private record Crossing(int seconds, CountDownLatch tried, AtomicInteger waiting) {
        Crossing(int seconds) {
            this(seconds, new CountDownLatch(2), new AtomicInteger());
        }
    }

    /** Works on both, the second first, so that the branch that waits is the one enlisted first. */
    private Object crosses(JdbcPool waitsOn, JdbcPool holds, Crossing crossing) throws Exception {
        manager.setTransactionTimeout(crossing.seconds());
        manager.begin();
        try (Connection waiting = waitsOn.getConnection();
                Connection holding = holds.getConnection()) {
            holding.createStatement().executeUpdate("update item set text = 'held' where id = 1");
            crossing.tried().countDown();
            crossing.tried().await();
            waiting.createStatement().execute("set local lock_timeout = '15min'");
            crossing.waiting().incrementAndGet();
            waiting.createStatement().executeUpdate("update item set text = 'mine' where id = 1");
        } catch (SQLException cancelled) {
            // for one of them at least
        } finally {
            crossing.tried().countDown(); // a second time does no harm: both have tried then
        }
        Transaction own = manager.getTransaction();
        await().until(() -> own.getStatus() != Status.STATUS_ACTIVE);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        return null;
    }

    @Test
    void whoWaitsGetsTheRoomThatADestroyedConnectionLeaves() throws Exception {
        try (JdbcPool one = JdbcPool.open(
                assent,
                JdbcPoolConfig.of("one", servers.orders().xaDataSource())
                        .with(PoolSetting.CONNECTIONS_MAX, 1)
                        .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 600_000))) {
            String first = worked(() -> backend(one.getConnection()));
            Future<String> waiting = threads.submit(() -> {
                try (Connection connection = one.getConnection()) {
                    return backend(connection);
                }
            });
            assertThat(waiting.get()).isNotEqualTo(first);
            manager.rollback();
        }
    }

    @Test
    void aTimeoutWhileNobodyWorksLeavesTheHandleUseless() throws Exception {
        record Inserted(Connection connection, String backend, Statement statement) {}
        Inserted inserted = worked(() -> {
            Connection opened = orders.getConnection();
            Statement done = opened.createStatement();
            done.executeUpdate("insert into item values (1, 'x')");
            return new Inserted(opened, backend(opened), done);
        });
        Connection connection = inserted.connection();
        String backend = inserted.backend();
        Statement statement = inserted.statement();
        await().until(() -> Internals.coordinator(assent).active().isEmpty());
        assertThatThrownBy(() -> statement.executeUpdate("insert into item values (2, 'x')"))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
        manager.rollback();
        assertThat(items()).isEmpty();

        begin(SECONDS_MAX);
        try (Connection fresh = orders.getConnection()) {
            assertThat(backend(fresh)).isNotEqualTo(backend);
            fresh.createStatement().executeUpdate("insert into item values (3, 'x')");
        }
        manager.commit();
        assertThat(items()).containsExactly("3");
    }

    /** The one connection of the pool is in use all the time. */
    @Test
    void whoseTimeRunsOutWhileWaitingForAConnectionIsToldThat() throws Exception {
        int waitMillis = 3_000;
        while (!isTimedOutWhileWaiting(waitMillis)) {
            waitMillis *= 2;
        }
    }

    /** False when the timer, which is to come after 1 s, came before the wait or after it. */
    private boolean isTimedOutWhileWaiting(int waitMillis) throws Exception {
        assertThat(waitMillis).isLessThan(100_000);
        JdbcPoolConfig config = JdbcPoolConfig.of("one", servers.orders().xaDataSource())
                .with(PoolSetting.CONNECTIONS_MAX, 1)
                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, waitMillis);
        try (JdbcPool one = JdbcPool.open(assent, config);
                Connection taken = one.getConnection()) {
            begin(1);
            Throwable told = catchThrowable(one::getConnection);
            boolean isTimedOut = told.getMessage().startsWith("ASSENT-2021");
            if (isTimedOut) {
                assertSaysTimeout(told);
            }
            boolean hasWaited = Stream.iterate(told, Objects::nonNull, Throwable::getCause)
                    .anyMatch(each -> String.valueOf(each.getMessage()).startsWith("ASSENT-5011"));
            assertThat(taken.isClosed()).isFalse();
            manager.rollback();
            return isTimedOut && hasWaited;
        }
    }

    @Test
    void aTransactionOfTwoBranchesThatTimesOutIsTwoBranchesAndOneWarning() throws Exception {
        record Opened(Connection order, Connection payment) {}
        Opened opened = worked(() -> {
            Opened both = new Opened(orders.getConnection(), payments.getConnection());
            both.order().createStatement().executeUpdate("insert into item values (1, 'x')");
            both.payment().createStatement().executeUpdate("insert into item values (1, 'x')");
            return both;
        });
        Connection order = opened.order();
        Connection payment = opened.payment();
        await().until(() -> Internals.coordinator(assent).active().isEmpty());
        assertThatThrownBy(order::createStatement).satisfies(this::assertSaysTimeout);
        assertThatThrownBy(payment::createStatement).satisfies(this::assertSaysTimeout);
        manager.rollback();
        assertThat(notices.of("ASSENT-2021")).hasSize(begun).doesNotHaveDuplicates();
    }

    @Test
    void aConnectionThatNoTransactionTimedOutIsUsedAgain() throws Exception {
        String first = null;
        for (int i = 0; i < 5; i++) {
            begin(SECONDS_MAX);
            try (Connection connection = orders.getConnection()) {
                String backend = backend(connection);
                assertThat(first == null || first.equals(backend)).isTrue();
                first = backend;
            }
            if (i % 2 == 0) {
                manager.commit();
            } else {
                manager.rollback();
            }
        }
    }

    @Test
    void aTimeoutInTheMiddleOfEnlistingGivesNoConnectionAndLosesNone() throws Exception {
        XADataSource slow = slowToStart(servers.orders().xaDataSource());
        JdbcPoolConfig config = JdbcPoolConfig.of("slow", slow)
                .with(PoolSetting.CONNECTIONS_MAX, 1)
                .with(PoolSetting.PROBE, false);
        try (JdbcPool pool = JdbcPool.open(assent, config)) {
            for (int i = 0; i < 2; i++) {
                manager.begin();
                assertThatThrownBy(pool::getConnection).satisfies(this::assertSaysTimeout);
                assertThatThrownBy(manager::commit)
                        .isInstanceOf(RollbackException.class)
                        .hasMessageStartingWith("ASSENT-2021");
            }
            pool.getConnection().close();
        }
    }

    /** The branch is not started before the transaction's time is over. */
    private XADataSource slowToStart(XADataSource source) {
        return hooked(
                XADataSource.class,
                source,
                Map.of(
                        "getXAConnection",
                        connection -> hooked(
                                XAConnection.class,
                                connection,
                                Map.of(
                                        "getXAResource",
                                        resource -> hooked(XAResource.class, resource, Map.of("start", nothing -> {
                                            JtaTransaction own = (JtaTransaction) currentTransaction();
                                            await().until(() -> own.engine().isTimedOut());
                                            return nothing;
                                        }))))));
    }

    private Transaction currentTransaction() {
        try {
            return manager.getTransaction();
        } catch (SystemException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
