package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.harness.Fast;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A driver throws anything in calls that Agroal makes between two holders: the pool loses neither room nor callers. */
@Fast
class DriverThrowsAnythingTest {
    private volatile Kind thrown;
    private volatile String where = "nowhere";
    private volatile boolean isNull;

    private static <T> T fake(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private final List<String> calls = new CopyOnWriteArrayList<>();

    private final Connection physical = fake(Connection.class, (proxy, method, arguments) -> {
        calls.add(method.getName());
        if (method.getName().equals(where)) {
            throw thrown.made();
        }
        return switch (method.getName()) {
            case "getMetaData" -> fake(DatabaseMetaData.class, (self, asked, nothing) -> "nobody's driver");
            case "getAutoCommit" -> true;
            case "isWrapperFor", "isClosed", "isReadOnly" -> false;
            case "getTransactionIsolation", "getHoldability", "getNetworkTimeout" -> 0;
            default -> null;
        };
    });

    private JdbcPool open(Assent assent) {
        XAResource resource = fake(
                XAResource.class, (proxy, method, arguments) -> method.getReturnType() == boolean.class ? false : 0);
        XAConnection driver = fake(XAConnection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "close" -> calls.add("physical close");
            case "getXAResource" -> resource;
            case "getConnection" -> isNull ? null : physical;
            default -> null;
        });
        XADataSource source = fake(
                XADataSource.class,
                (proxy, method, arguments) -> method.getName().equals("getLoginTimeout") ? 1 : driver);
        return JdbcPool.open(
                assent,
                JdbcPoolConfig.of("orders", source)
                        .with(PoolSetting.PROBE, false)
                        .with(PoolSetting.CONNECTIONS_MAX, 1));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void close_theResetThrowsAnything_theNextCallerGetsAConnection(Kind kind) throws SQLException {
        thrown = kind;
        try (Assent assent = Assent.builder().with(Setting.LOG, "memory").open();
                JdbcPool orders = open(assent)) {
            Connection first = orders.getConnection();
            where = "getWarnings";
            first.close();
            where = "nowhere";
            orders.getConnection().close();
            assertThat(orders.statistics().inUse()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void getConnection_theSetupThrowsAnything_isAnSqlExceptionAndTheNextCallerGetsAConnection(Kind kind)
            throws SQLException {
        thrown = kind;
        try (Assent assent = Assent.builder().with(Setting.LOG, "memory").open();
                JdbcPool orders = open(assent)) {
            where = "getTransactionIsolation";
            assertThatThrownBy(orders::getConnection).isInstanceOf(SQLException.class);
            where = "nowhere";
            orders.getConnection().close();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void close_theDriverDoesNotTellItsAutoCommit_theConnectionIsClosedBeforeTheReset(Kind kind) throws SQLException {
        thrown = kind;
        try (Assent assent = Assent.builder().with(Setting.LOG, "memory").open();
                JdbcPool orders = open(assent)) {
            Connection first = orders.getConnection();
            calls.clear();
            where = "getAutoCommit";
            first.close();
            assertThat(calls).startsWith("getAutoCommit", "physical close");
        }
    }

    @Test
    void getConnection_theDriverGivesNone_isAnSqlException() {
        isNull = true;
        try (Assent assent = Assent.builder().with(Setting.LOG, "memory").open();
                JdbcPool orders = open(assent)) {
            assertThatThrownBy(orders::getConnection).isInstanceOf(SQLException.class);
        }
    }
}
