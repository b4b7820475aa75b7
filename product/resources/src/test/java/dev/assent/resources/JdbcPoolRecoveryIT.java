package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.RecoveryReport;
import dev.assent.Setting;
import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server that goes away in the middle, and what recovery makes of it. */
@Fast
class JdbcPoolRecoveryIT {
    private interface Harm {
        void happen() throws Exception;
    }

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    private static final PostgresServer mortal = SharedServers.postgres("payments");

    @TempDir
    Path folder;

    private Assent assent;
    private TransactionManager manager;
    private JdbcPool orders;
    private JdbcPool fragile;
    private volatile FaultPoint harmAt;
    private volatile Harm harm;
    private final CountDownLatch held = new CountDownLatch(1);

    @BeforeEach
    void open() {
        Tracer tracer = (point, id, participant) -> {
            Harm due = harm;
            if (point == harmAt && due != null) {
                harm = null;
                try {
                    due.happen();
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }
        };
        AssentConfig config = AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                .with(Setting.DISPATCH, "inline");
        assent = Internals.tracer(Assent.builder().config(config), tracer).open();
        manager = assent.transactionManager();
        orders = JdbcPool.open(
                assent, JdbcPoolConfig.of("orders", servers.orders().xaDataSource()));
        fragile = JdbcPool.open(
                assent,
                JdbcPoolConfig.of("fragile", mortal.xaDataSource())
                        .with(PoolSetting.VALIDATION_AFTER_IDLE_MILLIS, 60_000));
    }

    @AfterEach
    void close() {
        orders.close();
        fragile.close();
        assent.close();
    }

    private void work() throws Exception {
        manager.begin();
        insert(fragile, 1);
        insert(orders, 1);
    }

    private static void killBackends() {
        mortal.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity"
                + " where backend_type = 'client backend' and pid <> pg_backend_pid()");
    }

    /** Stops recovery, which also runs by itself, from ending branches until the test releases it. */
    private void holdRecovery() {
        harmAt = FaultPoint.RECOVERY_LISTED;
        harm = () -> held.await();
    }

    private void assertBothHave(String... ids) {
        assertThat(mortal.query("select id from item order by id")).containsExactly(ids);
        assertThat(servers.orders().query("select id from item order by id")).containsExactly(ids);
        assertThat(mortal.prepared()).isEmpty();
        assertThat(servers.orders().prepared()).isEmpty();
    }

    @Test
    void aServerKilledAfterTheDecisionCommitsWhenItIsBack() throws Exception {
        work();
        harmAt = FaultPoint.AFTER_FORCE;
        harm = mortal::kill;
        manager.commit();
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
        assertThat(assent.recover().unreachable()).containsExactly("fragile");

        holdRecovery();
        mortal.restart();
        assertThat(mortal.prepared()).hasSize(1);
        held.countDown();
        RecoveryReport report = assent.recover();

        assertThat(report.unreachable()).isEmpty();
        assertBothHave("1");
        commitMore();
        assertBothHave("1", "2");
    }

    private void commitMore() throws Exception {
        manager.begin();
        insert(fragile, 2);
        insert(orders, 2);
        manager.commit();
    }

    @Test
    void aConnectionLostAfterTheDecisionIsRecoveredByAnother() throws Exception {
        work();
        harmAt = FaultPoint.AFTER_FORCE;
        harm = () -> {
            killBackends();
            holdRecovery();
        };
        manager.commit();
        assertThat(mortal.prepared()).hasSize(1);
        held.countDown();

        assent.recover();

        assertBothHave("1");
        commitMore();
        assertBothHave("1", "2");
    }

    @Test
    void recoveryComesByItself() throws Exception {
        work();
        harmAt = FaultPoint.AFTER_FORCE;
        harm = JdbcPoolRecoveryIT::killBackends;
        manager.commit();

        await().until(() -> mortal.prepared().isEmpty());
        assertBothHave("1");
    }

    @Test
    void aConnectionLostBeforePrepareRollsBackAndTheNextOneWorks() throws Exception {
        work();
        killBackends();
        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("fragile")
                .hasMessageContaining("XAER_RMFAIL");
        assent.recover();
        assertBothHave();
        commitMore();
        assertBothHave("2");
    }

    @Test
    void aConnectionLostDuringWorkFailsTheStatementAndTheNextTransactionGetsAFreshOne() throws Exception {
        work();
        killBackends();
        assertThatThrownBy(() -> insert(fragile, 5)).isInstanceOf(SQLException.class);
        manager.rollback();
        assent.recover();
        assertBothHave();
        commitMore();
        assertBothHave("2");
    }

    @Test
    void aConnectionLostBeforeItCommitsInOnePhaseIsKnownToBeRolledBack() throws Exception {
        manager.begin();
        insert(fragile, 1);
        harmAt = FaultPoint.BEFORE_ONE_PHASE;
        harm = JdbcPoolRecoveryIT::killBackends;

        assertThatThrownBy(() -> manager.commit())
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("XA_RBCOMMFAIL");
        assertThat(mortal.query("select id from item")).isEmpty();
    }

    @Test
    void aServerThatWasRestartedBetweenTransactionsFailsNone() throws Exception {
        work();
        manager.commit();
        assertBothHave("1");
        mortal.kill();
        mortal.restart();

        commitMore();
        assertBothHave("1", "2");
    }

    @Test
    void branchesOfOthersAreLeftAlone() throws Exception {
        List<String> own = List.of("4711_b3RoZXI=_b3RoZXI=", "no xid at all");
        for (String gid : own) {
            mortal.execute(
                    "begin; insert into item values (" + gid.length() + ", 'x'); prepare transaction '" + gid + "'");
        }
        assent.recover();
        assertThat(mortal.prepared()).containsExactlyInAnyOrderElementsOf(own);
        own.forEach(gid -> mortal.execute("rollback prepared '" + gid + "'"));
    }
}
