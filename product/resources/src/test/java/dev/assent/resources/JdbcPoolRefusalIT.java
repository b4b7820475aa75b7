package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.xa.PGXADataSource;

/** Pools that can't give a connection say which pool, why, and what to do. */
@Sampled(tests = 4)
class JdbcPoolRefusalIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    private Assent assent;
    private TransactionManager manager;
    private JdbcPool orders;

    @BeforeEach
    void open() {
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        manager = assent.transactionManager();
        orders = JdbcPool.open(
                assent,
                JdbcPoolConfig.of("orders", servers.orders().xaDataSource())
                        .with(PoolSetting.CONNECTIONS_MAX, 2)
                        .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 300));
    }

    @AfterEach
    void close() {
        orders.close();
        assent.close();
    }

    private static PGXADataSource at(int port) {
        PGXADataSource source = new PGXADataSource();
        source.setUrl("jdbc:postgresql://localhost:" + port + "/postgres");
        source.setUser("postgres");
        return source;
    }

    @Test
    void aServerThatIsDownFailsTheTransactionAtOnceByName() throws Exception {
        try (KeptPorts ports = new KeptPorts();
                JdbcPool down = JdbcPool.open(assent, JdbcPoolConfig.of("down", at(ports.port("down"))))) {
            manager.begin();
            assertThatThrownBy(down::getConnection)
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("ASSENT-5010 pool 'down' cannot connect to its database: Connection to"
                            + " localhost:" + ports.port("down") + " refused")
                    .extracting(failed -> ((SQLException) failed).getSQLState())
                    .isEqualTo("08001");
            assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
            try (Connection other = orders.getConnection()) {
                other.createStatement().executeUpdate("insert into item values (1, 'x')");
            }
            manager.commit();
            assertThat(assent.recover().unreachable()).containsExactly("down");
        }
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
    }

    @Test
    void aWrongUserIsToldByTheDatabasesOwnWords() {
        PGXADataSource stranger = servers.orders().xaDataSource();
        stranger.setUser("stranger");
        try (JdbcPool pool = JdbcPool.open(assent, JdbcPoolConfig.of("stranger", stranger))) {
            assertThatThrownBy(pool::getConnection)
                    .hasMessageContaining("pool 'stranger'")
                    .hasMessageContaining("role \"stranger\" does not exist")
                    .hasMessageContaining("lets this user log in");
        }
    }

    @Test
    void aWrongPasswordIsToldByTheDatabasesOwnWordsAndNotShown() throws IOException {
        servers.payments().execute("create role shop login password 'right'");
        try {
            servers.payments().requirePasswordOf("shop");
            XaDriverConfig driver = XaDriverConfig.of(PGXADataSource.class.getName())
                    .with("url", servers.payments().url())
                    .with("user", "shop");
            try (JdbcPool pool =
                    JdbcPool.open(assent, JdbcPoolConfig.of("shop", driver.with("password", "wrong-one")))) {
                assertThatThrownBy(pool::getConnection)
                        .hasMessageContaining("pool 'shop'")
                        .hasMessageContaining("password authentication failed for user \"shop\"")
                        .message()
                        .doesNotContain("wrong-one");
            }
            try (JdbcPool pool = JdbcPool.open(assent, JdbcPoolConfig.of("shop", driver.with("password", "right")))) {
                assertThat(pool.getConnection()).satisfies(Connection::close);
            } catch (SQLException failed) {
                throw new AssertionError(failed);
            }
        } finally {
            servers.payments().execute("drop role shop");
        }
    }

    @Test
    void anExhaustedPoolTellsWhoWaitsAndWhoHolds() throws Exception {
        List<Connection> held = new ArrayList<>();
        manager.begin();
        String id = manager.getTransaction().toString();
        held.add(orders.getConnection());
        manager.suspend();
        held.add(orders.getConnection());
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "waiter-7"));
        Future<Connection> waiting = thread.submit(() -> orders.getConnection());
        assertThatThrownBy(waiting::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageMatching(
                        "(?s)ASSENT-5011 pool 'orders' had no connection for thread 'waiter-7' within \\d+ ms.*")
                .hasMessageContaining("2 of at most 2 are in use")
                .hasMessageContaining("by " + id)
                .hasMessageContaining("connections-max");
        thread.shutdown();

        try (RecoverableResource.Session session = orders.open()) {
            assertThat(session.xaResource()).isNotNull();
        }
        assertThat(assent.recover().unreachable()).isEmpty();
        held.get(1).close();
        orders.getConnection().close();
    }

    @Test
    void aServerThatAcceptsAndSaysNothingHoldsNeitherCallerNorRecoveryForEver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                JdbcPool pool = JdbcPool.open(
                        assent,
                        JdbcPoolConfig.of("silent", at(silent.getLocalPort()))
                                .with(PoolSetting.LOGIN_TIMEOUT_SECONDS, 1))) {
            assertThatThrownBy(pool::getConnection).hasMessageStartingWith("ASSENT-5010 pool 'silent'");
            assertThatThrownBy(pool::open).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void whoWaitsWhileTheServerDoesNotAnswerIsToldThatAndNotThatAllAreInUse() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch isAskedAgain = new CountDownLatch(1);
        CountDownLatch mayFail = new CountDownLatch(1);
        XADataSource silent =
                Hooked.hooked(XADataSource.class, servers.orders().xaDataSource(), Map.of("getXAConnection", opened -> {
                    ((XAConnection) opened).close();
                    if (asked.incrementAndGet() == 2) {
                        isAskedAgain.countDown();
                        mayFail.await();
                    }
                    throw new SQLException("no answer", "08001");
                }));
        try (Assent.RecoveryPause withoutRecovery = assent.pauseRecovery(); // it would connect, too
                JdbcPool pool = JdbcPool.open(
                        assent,
                        JdbcPoolConfig.of("silent", silent)
                                .with(PoolSetting.PROBE, false)
                                .with(PoolSetting.CONNECTIONS_MAX, 1)
                                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 50)
                                .with(PoolSetting.LOGIN_TIMEOUT_SECONDS, 600))) {
            Future<Connection> first = thread.submit(() -> pool.getConnection());
            assertThatThrownBy(first::get).hasMessageContaining("ASSENT-5010 pool 'silent'");
            Future<Connection> second = thread.submit(() -> pool.getConnection());
            isAskedAgain.await();
            assertThatThrownBy(pool::getConnection).hasMessageStartingWith("ASSENT-5010 pool 'silent'");
            mayFail.countDown();
            assertThatThrownBy(second::get).hasMessageContaining("ASSENT-5010 pool 'silent'");
            assertThat(pool.statistics().timeouts()).isEqualTo(1);
        } finally {
            mayFail.countDown();
            thread.shutdown();
        }
    }

    @Test
    void aChainOfCausesWithoutAnEndIsToldAsAnyOther() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
            Thread daemon = new Thread(work);
            daemon.setDaemon(true);
            return daemon;
        });
        XADataSource source =
                Hooked.hooked(XADataSource.class, servers.orders().xaDataSource(), Map.of("getXAConnection", opened -> {
                    ((XAConnection) opened).close();
                    SQLException failed = new SQLException("too many", "53300");
                    RuntimeException cause = new RuntimeException("its cause");
                    failed.initCause(cause);
                    cause.initCause(failed);
                    throw failed;
                }));
        try (JdbcPool pool =
                JdbcPool.open(assent, JdbcPoolConfig.of("endless", source).with(PoolSetting.PROBE, false))) {
            Future<Connection> caller = thread.submit(() -> pool.getConnection());
            assertThatThrownBy(() -> caller.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .hasMessageStartingWith("ASSENT-5010 pool 'endless' cannot connect to its database: too many");
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void recoveryDoesNotWaitForAnAnswerForEver() throws Exception {
        try (JdbcPool pool = JdbcPool.open(
                        assent,
                        JdbcPoolConfig.of("slow", servers.orders().xaDataSource())
                                .with(PoolSetting.RECOVERY_TIMEOUT_MILLIS, 300));
                Connection blocker =
                        servers.orders().xaDataSource().getXAConnection().getConnection();
                RecoverableResource.Session session = pool.open()) {
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("lock table pg_catalog.pg_authid in access exclusive mode");
            assertThatThrownBy(() -> session.xaResource().recover(javax.transaction.xa.XAResource.TMSTARTRSCAN))
                    .hasRootCauseInstanceOf(java.net.SocketTimeoutException.class);
            blocker.rollback();
        }
    }
}
