package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.resources.pool.OpenJdbcPool;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An empty pool whose database lets in slowly, asked by many threads of one kind at the same time. */
abstract class ColdPoolContract {
    private static final int CALLERS = 20;

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    private final ExecutorService threads = threads();
    private final AtomicInteger opened = new AtomicInteger();
    private final CountDownLatch allWantOne = new CountDownLatch(CALLERS);
    private final CountDownLatch mayOpen = new CountDownLatch(1);
    private Assent assent;

    /** A thread for each task. */
    abstract ExecutorService threads();

    @BeforeEach
    void open() {
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        assent.pauseRecovery(); // it opens connections by the same source
    }

    @AfterEach
    void close() {
        mayOpen.countDown();
        threads.shutdownNow();
        assent.close();
    }

    private JdbcPoolConfig config(Hooked.Hook afterConnecting) {
        return config(servers.orders().xaDataSource(), afterConnecting);
    }

    private static JdbcPoolConfig config(XADataSource source, Hooked.Hook afterConnecting) {
        return JdbcPoolConfig.of(
                        "cold", Hooked.hooked(XADataSource.class, source, Map.of("getXAConnection", afterConnecting)))
                .with(PoolSetting.PROBE, false)
                .with(PoolSetting.CONNECTIONS_MAX, CALLERS)
                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 60_000);
    }

    /** Ends only when so many logins are under way at the same time: one after the other, all would fail. */
    private Object whenAllWantOne(Object connection) throws InterruptedException {
        opened.incrementAndGet();
        allWantOne.countDown();
        allWantOne.await();
        return connection;
    }

    private Object whenItMay(Object connection) throws InterruptedException {
        mayOpen.await();
        return connection;
    }

    @Test
    void connectionsOfAnEmptyPoolAreOpenedSideBySideAndNoMoreThanItMayHave() throws Exception {
        try (JdbcPool pool = JdbcPool.open(assent, config(this::whenAllWantOne))) {
            CountDownLatch allHaveOne = new CountDownLatch(CALLERS);
            List<Future<Boolean>> callers = new ArrayList<>();
            for (int i = 0; i < 2 * CALLERS; i++) {
                boolean isFirst = i < CALLERS;
                callers.add(threads.submit(() -> {
                    if (!isFirst) {
                        allWantOne.await();
                    }
                    try (Connection connection = pool.getConnection()) {
                        allHaveOne.countDown();
                        allHaveOne.await();
                        return connection.isValid(60);
                    }
                }));
            }
            for (Future<Boolean> each : callers) {
                assertThat(each.get()).isTrue();
            }
            assertThat(opened).hasValue(CALLERS);
            await().until(() -> pool.statistics().inUse() == 0);
            assertThat(pool.statistics().created()).isEqualTo(CALLERS);
        }
    }

    /** Opens side by side, until it may: the first is let in at once, the others wait. */
    private Object whenItMayButTheFirst(Object connection) throws InterruptedException {
        if (opened.incrementAndGet() > 1) {
            mayOpen.await();
        }
        return connection;
    }

    @Test
    void aCallerWhoseTransactionHasItsConnectionGetsAHandleAtOnceWhileAnotherIsBeingOpened() throws Exception {
        JdbcPoolConfig config = config(this::whenItMayButTheFirst).with(PoolSetting.CONNECTIONS_MAX, 2);
        try (JdbcPool pool = JdbcPool.open(assent, config)) {
            CountDownLatch hasOne = new CountDownLatch(1);
            CountDownLatch isOpening = new CountDownLatch(1);
            Future<Boolean> enlisted = threads.submit(() -> {
                assent.transactionManager().begin();
                try (Connection first = pool.getConnection()) {
                    hasOne.countDown();
                    isOpening.await();
                    try (Connection second = pool.getConnection()) {
                        return first.isValid(60) && second.isValid(60);
                    }
                } finally {
                    assent.transactionManager().rollback();
                }
            });
            hasOne.await();
            FutureTask<Boolean> newcomer = newcomer(pool);
            await().until(() -> opened.get() == 2);
            isOpening.countDown();
            await().until(() -> enlisted.isDone() || opened.get() > 2);
            assertThat(opened).hasValue(2);
            assertThat(enlisted.get()).isTrue();
            mayOpen.countDown();
            assertThat(newcomer.get()).isTrue();
        }
    }

    /** On a platform thread. */
    private static FutureTask<Boolean> newcomer(JdbcPool pool) {
        FutureTask<Boolean> newcomer = new FutureTask<>(() -> {
            try (Connection connection = pool.getConnection()) {
                return connection.isValid(60);
            }
        });
        Thread thread = new Thread(newcomer);
        thread.setDaemon(true);
        thread.start();
        return newcomer;
    }

    /** Its second handle is the first that Agroal asks for: the pool has taken one for itself before. */
    private static Object withSecondHandle(Object connection, Hooked.Hook second) {
        AtomicInteger handles = new AtomicInteger();
        return Hooked.hooked(
                XAConnection.class,
                connection,
                Map.of("getConnection", handle -> handles.incrementAndGet() == 2 ? second.apply(handle) : handle));
    }

    @Test
    void aCallerThatAsksAgainOpensNoMoreThanThePoolMayHaveWhileAPlatformThreadOpensItsOwn() throws Exception {
        JdbcPoolConfig config = config(connection -> {
                    if (opened.incrementAndGet() == 1) {
                        mayOpen.await();
                        return connection;
                    }
                    return withSecondHandle(connection, handle -> {
                        Thread.sleep(1_000); // so slow that the caller asks Agroal again
                        return handle;
                    });
                })
                .with(PoolSetting.CONNECTIONS_MAX, 2);
        try (JdbcPool pool = JdbcPool.open(assent, config)) {
            FutureTask<Boolean> platform = newcomer(pool);
            await().until(() -> opened.get() == 1);
            Future<Boolean> caller = threads.submit(() -> {
                try (Connection connection = pool.getConnection()) {
                    return connection.isValid(60);
                }
            });
            assertThat(caller.get()).isTrue();
            assertThat(opened).hasValue(2);
            mayOpen.countDown();
            assertThat(platform.get()).isTrue();
        }
    }

    /** Gives the connections that are ready, and logs in only when there are no more. */
    private static XADataSource ready(Queue<XAConnection> ready, XADataSource source) {
        return (XADataSource) Proxy.newProxyInstance(
                XADataSource.class.getClassLoader(),
                new Class<?>[] {XADataSource.class},
                (proxy, method, arguments) -> {
                    XAConnection next = method.getName().equals("getXAConnection") ? ready.poll() : null;
                    return next == null ? method.invoke(source, arguments) : next;
                });
    }

    @Test
    void aConnectionThatCannotBeSetUpIsClosedAndTakesNobodysRoom() throws Exception {
        XADataSource source = servers.orders().xaDataSource();
        Queue<XAConnection> ready = new ConcurrentLinkedQueue<>(); // after a slow failure the pool tries again
        for (int i = 0; i < 5; i++) {
            ready.add(source.getXAConnection());
        }
        AtomicBoolean isTold = new AtomicBoolean();
        AtomicInteger failed = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        JdbcPoolConfig config = config(ready(ready, source), connection -> {
                    opened.incrementAndGet();
                    return isTold.get()
                            ? connection
                            : withSecondHandle(
                                    Hooked.hooked(XAConnection.class, connection, Map.of("close", nothing -> {
                                        closed.incrementAndGet();
                                        return nothing;
                                    })),
                                    handle -> {
                                        failed.incrementAndGet();
                                        throw new SQLException("not set up", "58000");
                                    });
                })
                .with(PoolSetting.CONNECTIONS_MAX, 1)
                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 600_000);
        try (JdbcPool pool = JdbcPool.open(assent, config)) {
            assertThatThrownBy(() -> threads.submit(() -> pool.getConnection()).get())
                    .cause()
                    .hasMessageStartingWith("ASSENT-5013 pool 'cold' gives no connection");
            isTold.set(true);
            Future<Boolean> next = threads.submit(() -> {
                try (Connection connection = pool.getConnection()) {
                    return connection.isValid(60);
                }
            });
            assertThat(next.get()).isTrue();
            await().until(() -> closed.get() == failed.get());
            assertThat(opened).hasValue(failed.get() + 1);
        } finally {
            for (XAConnection each : ready) {
                each.close();
            }
        }
    }

    @Test
    void aCallerThatGetsNoneInTimeIsToldThatOpeningIsSlow() throws Exception {
        JdbcPoolConfig config = config(this::whenItMay)
                .with(PoolSetting.CONNECTIONS_MAX, 1)
                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 300);
        try (JdbcPool pool = JdbcPool.open(assent, config)) {
            Future<Connection> first = threads.submit(() -> pool.getConnection());
            await().until(() -> pool.statistics().waiting() == 0 && ((OpenJdbcPool) pool).isOpening());
            Future<Connection> second = threads.submit(() -> pool.getConnection());
            assertThatThrownBy(second::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageStartingWith("ASSENT-5014 pool 'cold' had no connection for thread")
                    .hasMessageContaining("opening one takes long: 1 are being made")
                    .hasMessageContaining("0 of at most 1 are in use")
                    .hasMessageNotContaining("connections-max");
            mayOpen.countDown();
            try {
                first.get().close();
            } catch (ExecutionException late) { // a virtual thread does not open it itself, and waits no longer
                assertThat(late).cause().hasMessageStartingWith("ASSENT-5014");
            }
            await().until(() -> !((OpenJdbcPool) pool).isOpening());
            pool.getConnection().close();
            await().until(() -> pool.statistics().idle() == 1);
        }
    }

    @Test
    void aCallerThatGetsNoneInTimeIsToldWhetherAllAreInUseOrSeemForgotten() throws Exception {
        JdbcPoolConfig config = config(connection -> connection)
                .with(PoolSetting.CONNECTIONS_MAX, 1)
                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 50);
        try (JdbcPool pool = JdbcPool.open(assent, config.with(PoolSetting.LEAK_REPORT_AFTER_MILLIS, 3_600_000));
                Connection held = pool.getConnection()) {
            Future<Connection> waiting = threads.submit(() -> pool.getConnection());
            assertThatThrownBy(waiting::get)
                    .cause()
                    .hasMessageStartingWith("ASSENT-5011 pool 'cold'")
                    .hasMessageContaining("1 of at most 1 are in use");
            assertThat(held.isValid(60)).isTrue();
        }
        try (JdbcPool pool = JdbcPool.open(assent, config.with(PoolSetting.LEAK_REPORT_AFTER_MILLIS, 1));
                Connection held = pool.getConnection()) {
            Future<Connection> waiting = threads.submit(() -> pool.getConnection());
            assertThatThrownBy(waiting::get)
                    .cause()
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("ASSENT-5015 pool 'cold'")
                    .hasMessageContaining("1 of at most 1 are in use, 1 of them for longer than 1 ms")
                    .hasMessageContaining("outside of a transaction")
                    .hasMessageContaining("'leak-report-after-millis'");
            assertThat(held.isValid(60)).isTrue();
        }
    }
}
