package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlXADataSource;
import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.ServerFolder;
import dev.assent.core.Internals;
import dev.assent.harness.Sampled;
import dev.assent.harness.TestJvm;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.transaction.RollbackException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The start-up probe on real databases, sound ones and ones that are set up wrongly. */
@Sampled(tests = 5)
class ProbeIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    @TempDir
    Path folder;

    private Assent assent;

    @BeforeEach
    void open() {
        assent =
                Assent.builder().with(Setting.LOG_FOLDER, folder.resolve("log")).open();
    }

    @AfterEach
    void close() {
        assent.close();
    }

    private static void use(JdbcPool pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.isValid(10)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSoundDatabasePassesAndNothingIsLeft(Database database) throws Exception {
        DatabaseServer server = SharedServers.of(database);
        try (JdbcPool pool = JdbcPool.open(assent, JdbcPoolConfig.of("probed", XaSources.of(server)))) {
            use(pool);
        }
        assertThat(server.prepared()).isEmpty();
        assertThat(Internals.coordinator(assent).active()).isEmpty();
        if (database == Database.DERBY) {
            assertThat(server.query("select tablename from sys.systables where tablename like 'ASSENT_PROBE%'"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onMariaDbAUserNeedsNoRightsForItWhateverTheDriver(boolean withMySqlsDriver) throws Exception {
        DatabaseServer server = SharedServers.of(Database.MARIADB);
        server.execute("create or replace user weak@'%' identified by 'weak'");
        String database = server.query("select database()").get(0);
        server.execute("grant select on " + database + ".* to weak@'%'");
        assertThatThrownBy(() -> server.execute("grant xa_recover_admin on *.* to weak@'%'"))
                .hasStackTraceContaining("error in your SQL syntax");
        JdbcPoolConfig config = JdbcPoolConfig.of(
                "probed",
                Map.of(
                        "xa-data-source",
                        (withMySqlsDriver ? MysqlXADataSource.class : MariaDbDataSource.class).getName(),
                        "driver.url",
                        withMySqlsDriver ? server.url().replace("jdbc:mariadb:", "jdbc:mysql:") : server.url(),
                        "driver.user",
                        "weak",
                        "driver.password",
                        "weak"));
        try (JdbcPool pool = JdbcPool.open(assent, config)) {
            use(pool);
        }
        assertThat(server.prepared()).isEmpty();
    }

    @Test
    void postgresWithoutPreparedTransactionsIsRefusedWithTheCommandThatMendsIt() throws Exception {
        try (EmbeddedPostgres server = builder().start()) {
            JdbcPoolConfig config = config(server);
            assertThatThrownBy(() -> JdbcPool.open(assent, config))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("ASSENT-5141 pool 'orders' is refused")
                    .hasMessageContaining("a branch on PostgreSQL " + version(server) + ": ")
                    .hasMessageContaining("max_prepared_transactions is 0")
                    .hasMessageContaining("ALTER SYSTEM SET max_prepared_transactions = 100");
            try (JdbcPool trusted = JdbcPool.open(assent, config.with(PoolSetting.PROBE, false))) {
                use(trusted);
            }
        }
    }

    /** A server that may take its time to start. */
    private static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(10));
    }

    private static JdbcPoolConfig config(EmbeddedPostgres server) {
        return JdbcPoolConfig.of(
                "orders",
                Map.of(
                        "xa-data-source",
                        "org.postgresql.xa.PGXADataSource",
                        "driver.url",
                        server.getJdbcUrl("postgres", "postgres"),
                        "driver.user",
                        "postgres"));
    }

    @Test
    void postgresWithAllPlacesTakenIsRefusedUntilOneIsFree() throws Exception {
        try (EmbeddedPostgres server =
                builder().setServerConfig("max_prepared_transactions", "1").start()) {
            execute(server, "begin; create table taken (id int); prepare transaction 'somebody else'");
            try (JdbcPool pool = JdbcPool.open(assent, config(server))) {
                assertThatThrownBy(() -> use(pool))
                        .isInstanceOf(SQLException.class)
                        .hasMessageStartingWith("ASSENT-5141 pool 'orders' is refused")
                        .hasMessageContaining("all places for prepared transactions are taken");
                execute(server, "rollback prepared 'somebody else'");
                use(pool);
            }
        }
    }

    /** The probe has passed, and then there are more transactions than places. */
    @Test
    void postgresWhosePlacesAreTakenUnderLoadIsToldOfOnce() throws Exception {
        try (EmbeddedPostgres server =
                builder().setServerConfig("max_prepared_transactions", "1").start()) {
            execute(server, "create table work (id int)");
            JdbcPoolConfig stock = JdbcPoolConfig.of("stock", config(server).source());
            try (JdbcPool orders = JdbcPool.open(assent, config(server));
                    JdbcPool other = JdbcPool.open(assent, stock)) {
                use(orders);
                use(other);
                execute(server, "begin; create table taken (id int); prepare transaction 'somebody else'");
                for (int i = 0; i < 3; i++) {
                    assent.transactionManager().begin();
                    work(orders);
                    work(other);
                    assertThatThrownBy(() -> assent.transactionManager().commit())
                            .isInstanceOf(RollbackException.class);
                }
                execute(server, "rollback prepared 'somebody else'");
                assertThat(notices.of("ASSENT-5143"))
                        .as("once for each pool")
                        .hasSizeBetween(1, 2)
                        .doesNotHaveDuplicates()
                        .allSatisfy(each -> assertThat(each)
                                .contains(
                                        "all places for prepared transactions are taken",
                                        "ALTER SYSTEM SET max_prepared_transactions"));
            }
        }
    }

    private static void work(JdbcPool pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into work values (1)");
        }
    }

    private static String version(EmbeddedPostgres server) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aDatabaseThatIsDownIsProbedWhenItIsReached() throws Exception {
        try (ServerFolder folders = ServerFolder.temporary()) {
            DatabaseServer server = folders.start(Database.DERBY, "late");
            server.execute("call syscs_util.syscs_set_database_property("
                    + "'derby.database.defaultConnectionMode', 'readOnlyAccess')");
            server.kill();
            try (JdbcPool pool = JdbcPool.open(assent, JdbcPoolConfig.of("late", XaSources.of(server)))) {
                assertThatThrownBy(() -> use(pool)).hasMessageStartingWith("ASSENT-5010");
                server.restart();
                assertThatThrownBy(() -> use(pool))
                        .hasMessageStartingWith("ASSENT-5141 pool 'late' is refused")
                        .hasMessageContaining("read-only")
                        .hasMessageContaining("SYSCS_SET_DATABASE_PROPERTY");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.h2.jdbcx.JdbcDataSource jdbc:h2:mem:probe sa",
                "org.hsqldb.jdbc.pool.JDBCXADataSource jdbc:hsqldb:mem:probe SA"
            })
    void aDatabaseThatLosesPreparedBranchesIsRefusedUnlessThatIsAcceptedByName(String words) throws Exception {
        String[] word = words.split(" ");
        JdbcPoolConfig config = JdbcPoolConfig.of(
                "lossy", Map.of("xa-data-source", word[0], "driver.url", word[1], "driver.user", word[2]));
        assertThatThrownBy(() -> JdbcPool.open(assent, config))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("ASSENT-5140 pool 'lossy' is refused")
                .hasMessageContaining("'accept-lossy=true'");
        assertThatThrownBy(() -> JdbcPool.open(assent, config.with(PoolSetting.PROBE, false)))
                .hasMessageStartingWith("ASSENT-5140");
        try (JdbcPool accepted = JdbcPool.open(assent, config.with(PoolSetting.ACCEPT_LOSSY, true))) {
            use(accepted);
        }
    }

    @Test
    void aStrangerThatForgetsWhatItPreparedIsFoundOut() {
        XADataSource h2 = XaDriverConfig.of("org.h2.jdbcx.JdbcDataSource")
                .with("url", "jdbc:h2:mem:stranger;DB_CLOSE_DELAY=-1")
                .with("user", "sa")
                .create();
        assertThatThrownBy(() -> JdbcPool.open(
                        assent, JdbcPoolConfig.of("stranger", disguised(h2, XADataSource.class, Map.of()))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "ASSENT-5140 pool 'stranger' is refused: H2 " + org.h2.engine.Constants.FULL_VERSION)
                .hasMessageContaining("the probe could not find");
        assertThat(Internals.coordinator(assent).active()).isEmpty();
    }

    @Test
    void aStrangerThatVotesReadOnlyIsUsedWithAWordThatNothingWasTried() throws Exception {
        XADataSource source = stranger(Map.of("prepare", XAResource.XA_RDONLY));
        try (JdbcPool pool = JdbcPool.open(assent, JdbcPoolConfig.of("stranger", source))) {
            use(pool);
            assertThat(notices.told(5142, "stranger"))
                    .singleElement()
                    .asString()
                    .containsPattern("PostgreSQL [0-9.]+ .*voted read-only");
        }
    }

    @Test
    void aStrangerThatVotesReadOnlyMustLetItsListBeReadAndARefusalThatMayPassIsTold() {
        XADataSource source =
                stranger(Map.of("prepare", XAResource.XA_RDONLY, "recover", new XAException(XAException.XAER_RMERR)));
        try (JdbcPool pool = JdbcPool.open(assent, JdbcPoolConfig.of("stranger", source))) {
            assertThat(notices.told(5141, "stranger"))
                    .singleElement()
                    .asString()
                    .contains("could not list a branch")
                    .contains("XAER_RMERR");
            assertThatThrownBy(() -> use(pool)).hasMessageStartingWith("ASSENT-5141 pool 'stranger' is refused");
            assertThat(notices.told(5142, "stranger")).isEmpty();
        }
    }

    private XADataSource stranger(Map<String, Object> answers) {
        return disguised(servers.orders().xaDataSource(), XADataSource.class, answers);
    }

    /**
     * Hides whose it is, so that no row of the table fits.
     *
     * @param answers instead of its own, by the method's name
     */
    private static <T> T disguised(Object real, Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                ProbeIT.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getDriverName")) {
                        return "a stranger's driver";
                    }
                    Object instead = answers.get(method.getName());
                    if (instead instanceof Throwable thrown) {
                        throw thrown;
                    }
                    try {
                        Object answer = instead == null ? method.invoke(real, arguments) : instead;
                        Class<?> made = method.getReturnType();
                        boolean hides = made == XAConnection.class
                                || made == XAResource.class
                                || made == Connection.class
                                || made == DatabaseMetaData.class;
                        return hides ? disguised(answer, made, answers) : answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    @Test
    void aNodeKilledInTheMiddleOfTheProbeLeavesABranchThatItsSuccessorRollsBack() throws Exception {
        assent.close();
        killNodeInProbe();
        assertThat(servers.orders().prepared()).hasSize(1);

        try (Assent successor = Assent.builder()
                        .with(Setting.LOG_FOLDER, folder.resolve("log"))
                        .open();
                JdbcPool pool = JdbcPool.open(
                        successor, JdbcPoolConfig.of("orders", servers.orders().xaDataSource()))) {
            successor.recover();
            assertThat(servers.orders().prepared()).isEmpty();
            use(pool);
        }
    }

    private void killNodeInProbe() throws Exception {
        Process node = new ProcessBuilder(TestJvm.command(
                        ProbingNode.class,
                        folder.resolve("log"),
                        servers.orders().url()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(ProbingNode.HERE);
        } finally {
            node.destroyForcibly();
            node.waitFor();
        }
    }
}
