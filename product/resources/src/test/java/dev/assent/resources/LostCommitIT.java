package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.harness.Sampled;
import dev.assent.resources.CuttingProxy.Loss;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.xa.PGXADataSource;

/** One-phase commits that lost their answer: the server is asked how they ended, and believed where it can know. */
@Sampled(tests = 6)
class LostCommitIT {
    private static final int THREADS = 8;

    /** Longer than any restart takes. */
    private static final long LIMIT_MILLIS = 600_000;

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    private Assent assent;
    private TransactionManager manager;
    private CuttingProxy proxy;
    private JdbcPool orders;

    @BeforeEach
    void open() throws Exception {
        assent =
                Assent.builder().with(Setting.LOG_FOLDER, folder.resolve("log")).open();
        manager = assent.transactionManager();
        proxy = new CuttingProxy(server().port());
        orders = JdbcPool.open(assent, config());
    }

    private JdbcPoolConfig config() {
        PGXADataSource source = server().xaDataSource();
        source.setUrl("jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres");
        return JdbcPoolConfig.of("orders", source).with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, LIMIT_MILLIS);
    }

    private PostgresServer server() {
        return servers.orders();
    }

    @AfterEach
    void close() {
        orders.close();
        assent.close();
        proxy.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = orders.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void assertNoDoubtIsKept() {
        assertThat(Internals.coordinator(assent).parked())
                .as("no doubt is kept")
                .isEmpty();
    }

    private void assertTheNextTransactionWorks() throws Exception {
        manager.begin();
        insert(orders, 99);
        manager.commit();
        assertThat(server().query("select id from item where id = 99")).containsExactly("99");
    }

    @Test
    void theAnswerIsLost_theServerHasCommitted_theCallerHearsOfACommit() throws Exception {
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.ANSWER, () -> {});
        manager.commit();
        assertThat(server().query("select id from item")).containsExactly("1");
        assertNoDoubtIsKept();
        assertTheNextTransactionWorks();
    }

    @Test
    void theCommitIsLost_theServerHasRolledBack_theCallerHearsOfARollback() throws Exception {
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.COMMIT, () -> {});
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertThat(server().query("select id from item")).isEmpty();
        assertNoDoubtIsKept();
        assertTheNextTransactionWorks();
    }

    /** The number of the transaction before on the same session would tell of a commit. */
    @Test
    void theCommitIsLost_theOneBeforeHasCommitted_theCallerHearsOfARollback() throws Exception {
        manager.begin();
        insert(orders, 1);
        manager.commit();
        manager.begin();
        insert(orders, 2);
        proxy.lose(Loss.COMMIT, () -> {});
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertThat(server().query("select id from item")).containsExactly("1");
        assertNoDoubtIsKept();
    }

    /**
     * Without writes a transaction has no number before its commit, and may get one in it: here for a cursor that
     * outlives it.
     */
    @Test
    void theAnswerIsLost_theTransactionHadNoNumberAndWroteAtItsCommit_theCallerHearsOfADoubt() throws Exception {
        server().execute("create or replace function write() returns int language sql as"
                + " $$ insert into item values (1, 'x') returning 1 $$");
        manager.begin();
        execute("declare later cursor with hold for select write()");
        proxy.lose(Loss.ANSWER, () -> {});
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(server().query("select id from item")).containsExactly("1");
    }

    @Test
    void theAnswerIsLost_theTransactionOnlyNotifies_theCallerHearsOfADoubt() throws Exception {
        manager.begin();
        execute("notify jobs");
        proxy.lose(Loss.ANSWER, () -> {});
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
    }

    /** The database does not show what is yet to be written. */
    @Test
    void theCommitIsLost_theTransactionOnlyRead_theCallerHearsOfADoubt() throws Exception {
        manager.begin();
        insert(orders, 1);
        manager.commit();
        manager.begin();
        execute("select * from item");
        proxy.lose(Loss.COMMIT, () -> {});
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
    }

    /**
     * A transaction that is declared to be read-only writes nothing, and may notify all the same, which it does at its
     * commit.
     */
    @Test
    void theAnswerIsLost_theTransactionIsReadOnlyAndNotifies_theCallerHearsOfADoubt() throws Exception {
        try (Connection listening = DriverManager.getConnection(server().url(), "postgres", "");
                Statement listener = listening.createStatement()) {
            listener.execute("listen jobs");
            manager.begin();
            execute("set transaction read only");
            execute("notify jobs");
            proxy.lose(Loss.ANSWER, () -> {});
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
            listener.execute("select 1");
            assertThat(listening.unwrap(PGConnection.class).getNotifications()).hasSize(1);
        }
    }

    /** An executor that is shut down interrupts its threads, and the database can tell all the same. */
    @Test
    void theAnswerIsLost_theCallerIsInterrupted_itHearsOfACommitAndStaysInterrupted() throws Exception {
        Thread caller = Thread.currentThread();
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.ANSWER, caller::interrupt);
        manager.commit();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(server().query("select id from item")).containsExactly("1");
        assertNoDoubtIsKept();
    }

    /** After a restart the server may have given the number to another transaction. */
    @Test
    void theAnswerIsLost_theServerWasKilledSince_itsWordOfACommitIsNotBelieved() throws Exception {
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.ANSWER, () -> {
            server().kill();
            server().restart();
        });
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(server().query("select id from item")).containsExactly("1");
    }

    @Test
    void theCommitIsLost_theServerWasKilledSince_itsWordOfARollbackIsBelieved() throws Exception {
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.COMMIT, () -> {
            server().kill();
            server().restart();
        });
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        assertThat(server().query("select id from item")).isEmpty();
        assertNoDoubtIsKept();
    }

    /** It may be the checkpoint of a restart. */
    @Test
    void theAnswerIsLost_thereWasACheckpointSince_theServersWordOfACommitIsNotBelieved() throws Exception {
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.ANSWER, () -> server().execute("checkpoint"));
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
        assertThat(server().query("select id from item")).containsExactly("1");
    }

    @Test
    void theAnswerIsLost_nobodyIsToBeAsked_theCallerHearsOfADoubt() throws Exception {
        orders.close();
        orders = JdbcPool.open(assent, config().with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, 0));
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.ANSWER, () -> {});
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
    }

    /** The session waits for a COMMIT that nobody sends any more. */
    @Test
    void theServerDoesNotNotice_theTransactionStaysOpenUntilTheLimit_theCallerHearsOfADoubt() throws Exception {
        orders.close();
        orders = JdbcPool.open(assent, config().with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, 300));
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.COMMIT_UNNOTICED, () -> {});
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void theServerNoticesLate_itIsAskedAgain_theCallerHearsOfARollback() throws Exception {
        manager.begin();
        String process;
        try (Connection connection = orders.getConnection()) {
            process = ItemTable.backend(connection);
            insert(connection, 1);
        }
        int connections = proxy.connections();
        proxy.lose(Loss.COMMIT_UNNOTICED, () -> {});
        ExecutorService operator = Executors.newSingleThreadExecutor();
        Future<?> ended = operator.submit(() -> {
            await().until(() -> proxy.connections() > connections);
            server().execute("select pg_terminate_backend(" + process + ")");
            return null;
        });
        assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
        ended.get();
        operator.shutdown();
        assertNoDoubtIsKept();
    }

    /**
     * With hours to ask, to close a node takes no longer than it may, and the caller hears of the doubt before its end.
     */
    @Test
    void theNodeIsClosedWhileTheServerIsAsked_nobodyWaitsForTheLimit() throws Exception {
        orders.close();
        orders = JdbcPool.open(assent, config().with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, 3_600_000));
        ExecutorService caller = Executors.newSingleThreadExecutor();
        Future<?> commit = caller.submit(() -> {
            manager.begin();
            insert(orders, 1);
            proxy.lose(Loss.COMMIT_UNNOTICED, () -> {});
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
            return null;
        });
        await().until(proxy::hasLost);
        assent.close();
        commit.get();
        caller.shutdown();
    }

    @Test
    void thePoolIsClosedWhileTheServerIsAsked_nobodyWaitsForTheLimit() throws Exception {
        orders.close();
        orders = JdbcPool.open(assent, config().with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, 3_600_000));
        ExecutorService caller = Executors.newSingleThreadExecutor();
        Future<?> commit = caller.submit(() -> {
            manager.begin();
            insert(orders, 1);
            proxy.lose(Loss.COMMIT_UNNOTICED, () -> {});
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
            return null;
        });
        await().until(proxy::hasLost);
        orders.close();
        commit.get();
        caller.shutdown();
    }

    /**
     * The other server commits first. Then this one is to commit, and its session is ended: it rolls back, and says so,
     * while the other one has committed.
     */
    @Test
    void theSessionIsEnded_aForeignTableWasWritten_theCallerHearsOfADoubt() throws Exception {
        PostgresServer other = servers.payments();
        other.execute("create or replace function linger() returns trigger language plpgsql as"
                + " $$ begin perform pg_advisory_xact_lock(7); return null; end $$");
        other.execute("create constraint trigger lingers after insert on item deferrable initially deferred"
                + " for each row execute function linger()");
        server().execute("create extension if not exists postgres_fdw");
        server().execute("create server other foreign data wrapper postgres_fdw" + " options (host '127.0.0.1', port '"
                + other.port() + "', dbname 'postgres')");
        server().execute("create user mapping for postgres server other options (user 'postgres')");
        server().execute("create foreign table elsewhere (id int, text text) server other"
                + " options (schema_name 'public', table_name 'item')");
        ExecutorService operator = Executors.newSingleThreadExecutor();
        try (Connection holder = DriverManager.getConnection(other.url(), "postgres", "");
                Statement lock = holder.createStatement()) {
            lock.execute("select pg_advisory_lock(7)");
            manager.begin();
            String process;
            try (Connection connection = orders.getConnection()) {
                process = ItemTable.backend(connection);
                insert(connection, 1);
            }
            execute("insert into elsewhere values (1, 'x')");
            Future<?> ended = operator.submit(() -> {
                await().until(() -> other.query(
                                "select count(*) from pg_locks where locktype = 'advisory' and not granted")
                        .contains("1"));
                server().execute("select pg_terminate_backend(" + process + ")");
                return null;
            });
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(HeuristicMixedException.class);
            ended.get();
            lock.execute("select pg_advisory_unlock(7)");
            assertThat(server().query("select id from item")).isEmpty();
            await().until(() -> other.query("select id from item").contains("1"));
        } finally {
            operator.shutdown();
            server().execute("drop server other cascade");
            other.execute("drop trigger if exists lingers on item");
        }
    }

    /** A right that is taken away while the pool is open costs one transaction, not every one. */
    @Test
    void theServerRefusesToTellTheNumber_theTransactionRollsBack_andTheNextOnesCommit() throws Exception {
        server().execute("drop role if exists clerk");
        server().execute("create role clerk login");
        server().execute("grant all on item to clerk");
        orders.close();
        PGXADataSource source = server().xaDataSource();
        source.setUser("clerk");
        orders = JdbcPool.open(assent, JdbcPoolConfig.of("orders", source));
        try {
            manager.begin();
            insert(orders, 1);
            manager.commit();
            server().execute("revoke execute on function pg_walfile_name(pg_lsn) from public");
            manager.begin();
            insert(orders, 2);
            assertThatThrownBy(() -> manager.commit()).isInstanceOf(RollbackException.class);
            for (int i = 3; i < 5; i++) {
                manager.begin();
                insert(orders, i);
                manager.commit();
            }
            assertThat(server().query("select id from item order by id")).containsExactly("1", "3", "4");
        } finally {
            server().execute("grant execute on function pg_walfile_name(pg_lsn) to public");
            orders.close();
            server().execute("drop owned by clerk");
            server().execute("drop role clerk");
        }
    }

    /** Nobody but the server knows the names there; what a session has set is its own. */
    @Test
    void theAnswerIsLost_functionsOfTheSameNamesAndAnotherTimeZone_theServersOwnAreAsked() throws Exception {
        String url = "jdbc:postgresql://127.0.0.1:" + proxy.port()
                + "/postgres?options=-c%20search_path=liar,public,pg_catalog%20-c%20TimeZone=Asia/Kathmandu";
        server().execute("create schema if not exists liar");
        server().execute("create or replace function liar.txid_status(bigint) returns text language sql as"
                + " $$ select 'aborted' $$");
        server().execute("create or replace function liar.txid_current_if_assigned() returns bigint language sql as"
                + " $$ select 3::bigint $$");
        orders.close();
        PGXADataSource source = server().xaDataSource();
        source.setUrl(url);
        orders = JdbcPool.open(
                assent, JdbcPoolConfig.of("orders", source).with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, LIMIT_MILLIS));
        manager.begin();
        insert(orders, 1);
        proxy.lose(Loss.ANSWER, () -> {});
        manager.commit();
        assertThat(server().query("select id from public.item")).containsExactly("1");
        assertNoDoubtIsKept();
    }

    /** The server applies a new setting only after some time. */
    private void awaitThatCommitsWait() {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        thread.submit(() -> {
            try (Connection scout = DriverManager.getConnection(server().url(), "postgres", "");
                    Statement statement = scout.createStatement()) {
                while (true) { // until its session is ended
                    statement.execute("select pg_logical_emit_message(true, 'scout', '')");
                }
            }
        });
        String waiting = " from pg_stat_activity where wait_event = 'SyncRep'";
        await().until(() -> !server().query("select pid" + waiting).isEmpty());
        server().execute("select pg_terminate_backend(pid)" + waiting);
        thread.shutdown();
        await().until(thread::isTerminated);
    }

    /** Ended by an operator while it waits: it is committed at this server, and the client's connection is cut. */
    @Test
    void aCommitThatWaitsForAStandby_itsSessionIsEnded_theCallerHearsOfACommit() throws Exception {
        String process = null;
        try {
            manager.begin();
            try (Connection connection = orders.getConnection()) {
                process = ItemTable.backend(connection);
                insert(connection, 1);
            }
            server().execute("alter system set synchronous_standby_names = 'nobody'");
            server().execute("select pg_reload_conf()");
            awaitThatCommitsWait();
            String pid = process;
            ExecutorService operator = Executors.newSingleThreadExecutor();
            Future<?> ended = operator.submit(() -> {
                await().until(() -> server().query("select wait_event from pg_stat_activity where pid = " + pid)
                        .contains("SyncRep"));
                server().execute("select pg_terminate_backend(" + pid + ")");
                return null;
            });
            manager.commit();
            ended.get();
            operator.shutdown();
            assertThat(server().query("select id from item")).containsExactly("1");
            assertNoDoubtIsKept();
        } finally {
            server().execute("alter system reset synchronous_standby_names");
            server().execute("select pg_reload_conf()");
        }
    }

    /**
     * Many at once, and the server is killed in their midst. New transactions begin when all that was lost is settled:
     * they may get the numbers of some that are gone without a trace, which is a doubt of those.
     */
    @Test
    void theServerIsKilledUnderLoad_everyCallerHearsTheTruthOrADoubt_andADoubtOnlyOfACommit() throws Exception {
        Map<Integer, String> told = new ConcurrentHashMap<>();
        AtomicInteger lastId = new AtomicInteger();
        whileWorking(lastId, told, isOver -> {
            await().until(() -> told.size() > 200);
            server().kill();
            isOver.set(true);
            server().restart();
        });
        int atRestart = told.size();
        whileWorking(lastId, told, isOver -> {
            await().until(() -> told.size() > atRestart + 200);
            isOver.set(true);
        });

        List<String> there = server().query("select id from item");
        Map<String, Integer> counts = new TreeMap<>();
        told.forEach((id, word) -> {
            counts.merge(word, 1, Integer::sum);
            if (!word.equals("doubt")) {
                assertThat(there.contains(Integer.toString(id)))
                        .as("%d was told: %s", id, word)
                        .isEqualTo(word.equals("committed"));
            }
        });
        System.out.println("A server killed under load, what callers were told: " + counts);
        told.entrySet().stream()
                .filter(each -> each.getValue().equals("doubt"))
                .forEach(each -> assertThat(there)
                        .as("a doubt is left only of what was committed")
                        .contains(Integer.toString(each.getKey())));
    }

    private void whileWorking(AtomicInteger lastId, Map<Integer, String> told, ThrowingConsumer<AtomicBoolean> action)
            throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(threads.submit(() -> {
                    while (!isOver.get()) {
                        work(lastId.incrementAndGet(), told);
                    }
                }));
            }
            action.accept(isOver);
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            isOver.set(true);
            threads.shutdown();
        }
    }

    private void work(int id, Map<Integer, String> told) {
        try {
            manager.begin();
            try {
                insert(orders, id);
            } catch (SQLException failed) {
                manager.rollback();
                told.put(id, "failed");
                return;
            }
            manager.commit();
            told.put(id, "committed");
        } catch (RollbackException rolledBack) {
            told.put(id, "rolled back");
        } catch (HeuristicMixedException doubtful) {
            told.put(id, "doubt");
        } catch (Exception unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }
}
