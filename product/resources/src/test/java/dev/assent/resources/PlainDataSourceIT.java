package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.OperatorRequest;
import dev.assent.RecoveryReport;
import dev.assent.RegisteredDataSource;
import dev.assent.Setting;
import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.Freeze;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Sampled;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.xa.PGXADataSource;

/** Plain XADataSources in transactions, by the standard {@code Transaction.enlistResource} and without a pool. */
@Sampled(tests = 5)
class PlainDataSourceIT {
    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    private Assent assent;
    private XADataSource orders;
    private XADataSource payments;

    @AfterEach
    void close() {
        if (assent != null) {
            assent.close();
        }
    }

    private AssentConfig config() {
        return AssentConfig.defaults().with(Setting.LOG_FOLDER, folder.resolve("log"));
    }

    private void open() {
        assent = Assent.builder().config(config()).open();
        orders = assent.resource("orders", servers.orders().xaDataSource());
        payments = assent.resource("payments", servers.payments().xaDataSource());
    }

    private TransactionManager manager() {
        return assent.transactionManager();
    }

    private void insert(XAConnection connection) throws Exception {
        manager().getTransaction().enlistResource(connection.getXAResource());
        try (Connection handle = connection.getConnection()) {
            ItemTable.insert(handle, 1);
        }
    }

    private static List<String> items(DatabaseServer server) {
        return server.query("select id from item");
    }

    private void transfer() throws Exception {
        XAConnection from = orders.getXAConnection();
        XAConnection to = payments.getXAConnection();
        try {
            manager().begin();
            insert(from);
            insert(to);
            manager().commit();
        } finally {
            from.close();
            to.close();
        }
    }

    @Test
    void connectionsOfRegisteredDataSourcesCommitTogether() throws Exception {
        open();
        assertThat(notices.of("ASSENT-1045")).as("their drivers are known").isEmpty();
        transfer();
        assertThat(items(servers.orders())).containsExactly("1");
        assertThat(items(servers.payments())).containsExactly("1");
    }

    @Test
    void aServerThatWasKilledAfterTheDecisionCommitsWhenItIsBack() throws Exception {
        assent = Internals.tracer(Assent.builder().config(config()), (point, id, participant) -> {
                    if (point == FaultPoint.AFTER_FORCE) {
                        kill();
                    }
                })
                .open();
        orders = assent.resource("orders", servers.orders().xaDataSource());
        payments = assent.resource("payments", servers.payments().xaDataSource());
        transfer();
        assent.close();
        servers.payments().restart();
        assertThat(servers.payments().prepared()).hasSize(1);

        open();
        RecoveryReport report = assent.recover();
        assertThat(report.isComplete()).isTrue();
        assertThat(items(servers.orders())).containsExactly("1");
        assertThat(items(servers.payments())).containsExactly("1");
        assertThat(servers.payments().prepared()).isEmpty();
    }

    private void kill() {
        try {
            servers.payments().kill();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The driver itself answers prepare with success after the server has aborted the transaction. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsKnownOfTheDriverIsCorrected(boolean isOfAnotherClass) throws Exception {
        open();
        if (isOfAnotherClass) {
            PGXADataSource other = new PGXADataSource() {
                private static final long serialVersionUID = 1L;
            };
            other.setUrl(servers.orders().url());
            other.setUser(servers.orders().user());
            orders = assent.resource("other", other);
        }
        XAConnection from = orders.getXAConnection();
        XAConnection to = payments.getXAConnection();
        manager().begin();
        insert(to);
        insert(from);
        assertThatThrownBy(() -> insert(from)).isInstanceOf(SQLException.class);
        assertThatThrownBy(manager()::commit).isInstanceOf(RollbackException.class);
        from.close();
        to.close();
        assertThat(items(servers.payments())).isEmpty();
    }

    @Test
    void sqlThatWouldEndABranchIsRefused() throws Exception {
        open();
        XAConnection from = orders.getXAConnection();
        manager().begin();
        manager().getTransaction().enlistResource(from.getXAResource());
        try (Connection handle = from.getConnection();
                Statement statement = handle.createStatement()) {
            assertThatThrownBy(() -> statement.execute("commit"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContainingAll("ASSENT-5023", "resource 'orders'");
            assertThatThrownBy(() -> handle.prepareStatement("rollback"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("ASSENT-5023");
            ItemTable.insert(handle, 1);
        }
        manager().commit();
        try (Connection handle = from.getConnection();
                Statement statement = handle.createStatement()) {
            statement.execute("commit"); // nobody's transaction
        }
        from.close();
        assertThat(items(servers.orders())).containsExactly("1");
    }

    @Test
    void sqlThatEndsABranchUnseenIsAHazard() throws Exception {
        open();
        XAConnection from = orders.getXAConnection();
        XAConnection to = payments.getXAConnection();
        manager().begin();
        insert(to);
        insert(from);
        try (Connection handle = from.getConnection();
                Statement statement = handle.unwrap(BaseConnection.class).createStatement()) {
            statement.execute("commit");
        }
        assertThatThrownBy(manager()::commit).isInstanceOf(HeuristicMixedException.class);
        from.close();
        to.close();
        assertThat(items(servers.orders())).containsExactly("1");
        assertThat(items(servers.payments())).isEmpty();
    }

    @Test
    void aSilentServerDoesNotKeepRecoveryFromTheOthers() throws Exception {
        assent = Internals.tracer(Assent.builder().config(config()), (point, id, participant) -> {
                    if (point == FaultPoint.AFTER_FORCE) {
                        kill();
                    }
                })
                .open();
        assent.resource("a-silent", servers.orders().xaDataSource());
        orders = assent.resource("orders", servers.orders().xaDataSource());
        payments = assent.resource("payments", servers.payments().xaDataSource());
        transfer();
        servers.payments().restart();
        try (Freeze silent = servers.orders().freeze()) {
            assertThat(assent.recover().unreachable()).contains("a-silent");
        }
        assertThat(items(servers.payments())).containsExactly("1");
        await().until(() -> assent.recover().isComplete());
    }

    @Test
    void recoverysAnswersAreLimited() throws Exception {
        assent = Assent.builder()
                .config(config().with(Setting.RECOVERY_TIMEOUT_MILLIS, 1234))
                .open();
        List<XAConnection> made = new ArrayList<>();
        PGXADataSource source = new PGXADataSource() {
            private static final long serialVersionUID = 1L;

            @Override
            public XAConnection getXAConnection() throws SQLException {
                made.add(super.getXAConnection());
                return made.get(made.size() - 1);
            }
        };
        source.setUrl(servers.orders().url());
        source.setUser(servers.orders().user());
        RegisteredDataSource registered = assent.resource("orders", source);
        try (RecoverableResource.Session session = registered.open()) {
            assertThat(session.xaResource()).isNotNull();
            assertThat(made.get(made.size() - 1).getConnection().getNetworkTimeout())
                    .isEqualTo(1234);
        }
        assertThat(source.getLoginTimeout()).isEqualTo(5);
    }

    @Test
    void aConnectionOfNoRegisteredDataSourceIsRefusedWithHowToRegisterIt() throws Exception {
        open();
        XAConnection stranger = SharedServers.postgres("shared").xaDataSource().getXAConnection();
        manager().begin();
        assertThatThrownBy(() -> manager().getTransaction().enlistResource(stranger.getXAResource()))
                .isInstanceOf(SystemException.class)
                .hasMessageContainingAll("ASSENT-1013", "(registered: orders, payments)", "assent.resource(NAME,");
        manager().commit();
        stranger.close();
    }

    @ParameterizedTest
    @EnumSource(value = Database.class, names = "MARIADB")
    void aDriverThatKnowsItsServerNeedsNoName(Database database) throws Exception {
        DatabaseServer server = SharedServers.of(database);
        server.execute("drop table if exists item");
        server.execute(ItemTable.CREATE);
        open();
        assent.resource("shop", XaSources.of(server));
        XAConnection own = XaSources.of(server).getXAConnection();
        XAConnection to = payments.getXAConnection();
        manager().begin();
        insert(own);
        insert(to);
        manager().commit();
        own.close();
        to.close();
        assertThat(items(server)).containsExactly("1");
        assertThat(items(servers.payments())).containsExactly("1");
    }

    @Test
    void whereUnregisteredResourcesAreAllowedACrashLeavesTheirsToAnOperator() throws Exception {
        AssentConfig allowing = config().with(Setting.UNREGISTERED_RESOURCES, "allow");
        assent = Internals.tracer(Assent.builder().config(allowing), (point, id, participant) -> {
                    if (point == FaultPoint.AFTER_FORCE) {
                        kill();
                    }
                })
                .open();
        orders = servers.orders().xaDataSource();
        payments = servers.payments().xaDataSource();
        transfer();
        assertThat(items(servers.orders())).containsExactly("1");
        servers.payments().restart();
        assertThat(assent.recover().isComplete()).isFalse();
        assertThat(notices.of("ASSENT-4063 "))
                .singleElement()
                .asString()
                .contains("'unregistered.PGXAConnection'", "1 now");
        assertThat(assent.operator()
                        .run(new OperatorRequest(OperatorRequest.Verb.LIST, "", OperatorRequest.Flags.NONE, ""))
                        .text())
                .contains("'unregistered.PGXAConnection'");
        assertThatThrownBy(() -> assent.resource("unregistered.PGXAConnection", new PGXADataSource()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-1010");
    }

    @Test
    void aDatabaseThatLosesPreparedBranchesIsRefused() {
        open();
        XADataSource lossy = XaDriverConfig.of("org.h2.jdbcx.JdbcDataSource")
                .with("url", "jdbc:h2:mem:plain")
                .create();
        assertThatThrownBy(() -> assent.resource("lossy", lossy))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-5144", "H2");
    }

    @Test
    void aDataSourceThatGivesNothingIsNamed() {
        open();
        XADataSource empty = (XADataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XADataSource.class}, (proxy, method, arguments) -> null);
        XADataSource registered = assent.resource("empty", empty);
        assertThatThrownBy(registered::getXAConnection)
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll("ASSENT-1014", "'empty'", "XAConnection");
    }
}
