package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mysql.cj.jdbc.MysqlXADataSource;
import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.RecoveryReport;
import dev.assent.Setting;
import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.core.Internals;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.xa.BranchXid;
import dev.assent.harness.Fast;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a MariaDB server answers about branches that another session prepared, or has, through both drivers. */
@Fast
class MySqlFamilyIT {
    private enum Driver {
        MARIADB,
        MYSQL
    }

    private static final DatabaseServer server = SharedServers.of(Database.MARIADB);

    /** ER_NO_SUCH_THREAD. */
    private static final int NO_SUCH_THREAD = 1094;

    @TempDir
    Path folder;

    private final List<String> sessions = new CopyOnWriteArrayList<>();
    private volatile boolean killsAfterForce;

    @BeforeAll
    static void start() throws Exception {
        server.execute("create table one (id int primary key)");
        server.execute("create table two (id int primary key)");
    }

    @BeforeEach
    void clear() {
        server.execute("delete from one");
        server.execute("delete from two");
    }

    private static XADataSource source(Driver driver) {
        if (driver == Driver.MARIADB) {
            return XaSources.of(server);
        }
        MysqlXADataSource source = new MysqlXADataSource();
        source.setUrl(server.url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        source.setUser(server.user());
        source.setPassword(server.password());
        return source;
    }

    private Assent open() {
        AssentConfig config = AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                .with(Setting.RECOVERY_PERIOD_SECONDS, 3_600)
                .with(Setting.DISPATCH, "inline");
        return Internals.tracer(Assent.builder().config(config), (point, id, participant) -> {
                    if (point == FaultPoint.AFTER_FORCE && killsAfterForce) {
                        killsAfterForce = false;
                        killOthers();
                    }
                })
                .open();
    }

    /** Ends the sessions that have worked. */
    private void killOthers() {
        for (String id : sessions) {
            kill(id);
            await().until(() -> server.query("select id from information_schema.processlist where id = " + id)
                    .isEmpty());
        }
    }

    private static void kill(String id) {
        try {
            server.execute("kill " + id);
        } catch (IllegalStateException failed) {
            if (!(failed.getCause() instanceof SQLException gone && gone.getErrorCode() == NO_SUCH_THREAD)) {
                throw failed;
            }
            // it has ended meanwhile
        }
    }

    private void insert(JdbcPool pool, String table) throws Exception {
        try (Connection connection = pool.getConnection()) {
            insert(connection, table);
        }
    }

    private void insert(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into " + table + " values (1)");
            try (ResultSet id = statement.executeQuery("select connection_id()")) {
                id.next();
                sessions.add(id.getString(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsLostBeforeItsCommitIsNoHazardAndRecoveryCommits(Driver driver) throws Exception {
        try (Assent assent = open();
                JdbcPool one = JdbcPool.open(assent, JdbcPoolConfig.of("one", source(driver)));
                JdbcPool two = JdbcPool.open(assent, JdbcPoolConfig.of("two", source(driver)))) {
            TransactionManager manager = assent.transactionManager();
            manager.begin();
            insert(one, "one");
            insert(two, "two");
            killsAfterForce = true;
            try (Assent.RecoveryPause untilSeen = assent.pauseRecovery()) {
                manager.commit();
                assertThat(server.prepared()).hasSize(2);
            }

            await().until(() -> {
                assent.recover();
                return server.prepared().isEmpty();
            });

            assertThat(assent.recover().waiting()).isZero();
            assertThat(Internals.coordinator(assent).parked())
                    .as("no doubt is kept")
                    .isEmpty();
            assertThat(server.query("select id from one")).hasSize(1);
            assertThat(server.query("select id from two")).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOrphanWhoseSessionIsOpenIsNotTakenToBeGone(Driver driver) throws Exception {
        try (Assent assent = open();
                JdbcPool one = JdbcPool.open(assent, JdbcPoolConfig.of("one", source(driver)))) {
            XAConnection owner = source(driver).getXAConnection();
            prepare(
                    owner,
                    new BranchXid(
                            new LocalTransactionId(assent.life(), Long.MAX_VALUE),
                            assent.life(),
                            BranchXid.PRESUMED_ABORT,
                            1));

            for (int pass = 0; pass < 3; pass++) {
                RecoveryReport report = assent.recover();
                assertThat(report.rolledBack()).isZero();
                assertThat(report.waiting()).isEqualTo(1);
                assertThat(server.prepared()).hasSize(1);
            }
            killOthers();
            await().until(() -> {
                assent.recover();
                return Internals.coordinator(assent).parked().isEmpty();
            });

            assertThat(server.prepared()).isEmpty();
            assertThat(server.query("select id from one")).isEmpty();
            insert(one, "one");
        }
    }

    private void prepare(XAConnection owner, BranchXid xid) throws Exception {
        XAResource resource = owner.getXAResource();
        resource.start(xid, XAResource.TMNOFLAGS);
        insert(owner.getConnection(), "one");
        resource.end(xid, XAResource.TMSUCCESS);
        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
    }
}
