package dev.assent.resources;

import static dev.assent.resources.ItemTable.backend;
import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * 1,000 connections asked of a pool of 10 by 200 threads, with holders that forget to close them, inside
 * of transactions and outside, with local work that is open and without. What each does follows from the
 * seed: {@code -Dassent.storm.seed=N} replays it.
 */
@Fast
class JdbcPoolStormIT {
    private static final long SEED = Long.getLong("assent.storm.seed", 20_260_729);
    private static final int CONNECTIONS = 10;
    private static final int THREADS = 200;
    private static final int TURNS = 5;
    private static final int RECLAIM_MILLIS = 1_500;
    private static final int TRANSACTION_SECONDS = 600;

    /** What a holder does with its connection. */
    private enum Habit {
        COMMITS,
        COMMITS_WITHOUT_CLOSING,
        ROLLS_BACK_WITHOUT_CLOSING,
        WORKS_BY_ITSELF,
        LEAVES_LOCAL_WORK,
        FORGETS,
        FORGETS_LOCAL_WORK;

        boolean isInTransaction() {
            return this == COMMITS || this == COMMITS_WITHOUT_CLOSING || this == ROLLS_BACK_WITHOUT_CLOSING;
        }

        boolean forgets() {
            return this == FORGETS || this == FORGETS_LOCAL_WORK;
        }

        /** One of thirty is forgotten in each way. */
        static Habit of(Random random) {
            int number = random.nextInt(30);
            return number == 0 ? FORGETS : number == 1 ? FORGETS_LOCAL_WORK : values()[number % 5];
        }
    }

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    @TempDir
    Path folder;

    private final Map<Integer, Connection> forgotten = new ConcurrentHashMap<>();
    /** Turns whose thread stood still between two calls of its connection, so long that it may have lost it. */
    private final Set<Integer> starved = ConcurrentHashMap.newKeySet();

    private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private Assent assent;
    private TransactionManager manager;
    private JdbcPool pool;

    @Test
    void nobodyWaitsForEverEveryLeakIsNamedAndThePoolIsWholeAfterwards() throws Exception {
        AssentConfig node = AssentConfig.defaults().with(Setting.LOG_FOLDER, folder.resolve("log"));
        JdbcPoolConfig config = JdbcPoolConfig.of("storm", servers.orders().xaDataSource())
                .with(PoolSetting.CONNECTIONS_MAX, CONNECTIONS)
                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 600_000)
                .with(PoolSetting.LEAK_REPORT_AFTER_MILLIS, 500)
                .with(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, RECLAIM_MILLIS);
        assent = Assent.builder().config(node).open();
        try (Assent closing = assent;
                JdbcPool opened = JdbcPool.open(assent, config)) {
            manager = assent.transactionManager();
            pool = opened;
            storm();
            assertThat(failures).as("seed %d", SEED).isEmpty();
            everyLeakIsNamed();
            nobodysWorkIsLostOrLeft();
            thePoolIsWhole();
        }
    }

    private void storm() throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            int first = number * TURNS;
            Thread thread = new Thread(() -> turns(first, start));
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(15));
            assertThat(thread.isAlive()).as("still waits: seed %d", SEED).isFalse();
        }
    }

    private void turns(int first, CountDownLatch start) {
        try {
            start.await();
            manager.setTransactionTimeout(TRANSACTION_SECONDS);
            for (int turn = first; turn < first + TURNS; turn++) {
                Thread.currentThread().setName("storm-" + turn);
                act(turn, new Touches());
            }
        } catch (Exception | AssertionError failed) {
            failures.add(failed);
        }
    }

    /** When a thread has used its connection: it is in a call, or between two. */
    private static final class Touches {
        private long lastNanos;
        private long gapNanosMax;

        /** A call has ended. */
        void end() {
            lastNanos = System.nanoTime();
        }

        /** The next call begins. */
        void begin() {
            gapNanosMax = Math.max(gapNanosMax, System.nanoTime() - lastNanos);
        }

        boolean areFarApart() {
            return gapNanosMax > TimeUnit.MILLISECONDS.toNanos(RECLAIM_MILLIS / 2);
        }
    }

    private void act(int turn, Touches touches) throws Exception {
        Random random = new Random(SEED * 31 + turn);
        random.nextInt();
        Habit habit = Habit.of(random);
        try {
            if (habit.isInTransaction()) {
                actInTransaction(turn, habit, touches);
            } else {
                actByItself(turn, habit, touches);
            }
        } catch (SQLException | RollbackException | AssertionError failed) {
            if (!touches.areFarApart()) {
                throw failed;
            }
        }
        if (touches.areFarApart() && !forgotten.containsKey(turn)) {
            starved.add(turn);
        }
    }

    private void actInTransaction(int turn, Habit habit, Touches touches) throws Exception {
        manager.begin();
        try {
            Connection connection = pool.getConnection();
            touches.end();
            touches.begin();
            insert(connection, turn);
            touches.end();
            if (habit == Habit.COMMITS) {
                connection.close();
            }
            touches.begin();
            if (habit == Habit.ROLLS_BACK_WITHOUT_CLOSING) {
                manager.rollback();
            } else {
                manager.commit();
                committed.add(turn);
            }
            assertThat(connection.isClosed()).isTrue();
        } finally {
            if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
                manager.rollback();
            }
        }
    }

    private void actByItself(int turn, Habit habit, Touches touches) throws SQLException {
        Connection connection = habit.forgets() ? forgetful(turn) : pool.getConnection();
        touches.end();
        touches.begin();
        if (habit == Habit.LEAVES_LOCAL_WORK || habit == Habit.FORGETS_LOCAL_WORK) {
            connection.setAutoCommit(false);
        }
        insert(connection, turn);
        touches.end();
        if (connection.getAutoCommit()) {
            committed.add(turn);
        }
        touches.begin();
        if (!habit.forgets()) {
            connection.close();
        }
    }

    /** Keeps the handle, as a program does that has it in a field. */
    private Connection forgetful(int turn) throws SQLException {
        Connection connection = pool.getConnection();
        forgotten.put(turn, connection);
        return connection;
    }

    private void everyLeakIsNamed() {
        assertThat(forgotten.size()).isGreaterThan(20);
        await().until(() -> ofOthersThanStarved(5112).size() == forgotten.size());
        assertThat(ofOthersThanStarved(5113)).isEmpty();
        List<String> reports = notices.told(5110, "storm");
        List<String> reclaims = ofOthersThanStarved(5112);
        forgotten.forEach((turn, connection) -> {
            for (List<String> told : List.of(reports, reclaims)) {
                assertThat(told)
                        .as("turn %d", turn)
                        .filteredOn(text -> text.contains("thread 'storm-" + turn + "'"))
                        .singleElement()
                        .asString()
                        .contains("JdbcPoolStormIT.forgetful(");
            }
            assertThat(isUseless(connection)).isTrue();
        });
        assertThat(pool.statistics().reclaimed())
                .isEqualTo(notices.told(5112, "storm").size()
                        + notices.told(5113, "storm").size());
        assertThat(pool.statistics().leaked()).isEqualTo(reports.size());
        assertThat(pool.statistics().timeouts()).isZero();
    }

    private List<String> ofOthersThanStarved(int number) {
        return notices.told(number, "storm").stream()
                .filter(text -> starved.stream().noneMatch(turn -> text.contains("thread 'storm-" + turn + "'")))
                .toList();
    }

    private static boolean isUseless(Connection connection) {
        try {
            connection.createStatement();
            return false;
        } catch (SQLException refused) {
            return refused.getMessage().startsWith("ASSENT-5114");
        }
    }

    private void nobodysWorkIsLostOrLeft() {
        Set<Integer> found = new HashSet<>();
        servers.orders().query("select id from item").forEach(id -> found.add(Integer.valueOf(id)));
        found.removeAll(starved); // these may have lost their connection before they knew
        committed.removeAll(starved);
        assertThat(found).isEqualTo(committed);
        assertThat(servers.orders().prepared()).isEmpty();
    }

    private void thePoolIsWhole() throws SQLException {
        List<Connection> all = new ArrayList<>();
        Set<String> backends = new HashSet<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            Connection connection = pool.getConnection();
            all.add(connection);
            assertThat(connection.getAutoCommit()).isTrue();
            backends.add(backend(connection));
        }
        assertThat(backends).hasSize(CONNECTIONS);
        String pids = String.join(",", backends);
        assertThat(servers.orders()
                        .query("select state from pg_stat_activity where xact_start is null and pid in (" + pids + ")"))
                .hasSize(CONNECTIONS)
                .containsOnly("idle");
        for (Connection connection : all) {
            connection.close();
        }
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().waiting()).isZero();
    }
}
