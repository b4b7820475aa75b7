package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.harness.Fast;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.room.PoolGate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How connections are made for a pool. */
@Fast
class PoolSourceTest {
    private final PoolCounters counters = new PoolCounters();
    private final Assent assent = Assent.builder().with(Setting.LOG, "memory").open();

    @AfterEach
    void close() {
        assent.close();
    }

    /** An object of a driver, or the driver itself. */
    private static <T> T fake(Class<T> type, InvocationHandler behind) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, behind));
    }

    private PoolSource.Order order(XADataSource source) {
        JdbcPoolConfig config = JdbcPoolConfig.of("orders", source);
        return new PoolSource.Order(
                config,
                Careless.home("orders", counters),
                new StartupProbe<>(new ProbedDatabase(config), false, assent),
                new Openings("orders", counters, new PoolGate(1)));
    }

    /** As Agroal does for a caller whose connection the close has cut while it was tried. */
    @Test
    void open_poolIsClosed_doesNotAskTheDriver() {
        AtomicInteger asked = new AtomicInteger();
        PoolSource.Order order = order(fake(XADataSource.class, (proxy, method, arguments) -> {
            asked.incrementAndGet();
            throw new UnsupportedOperationException(method.getName());
        }));

        counters.close();

        assertThatThrownBy(order::open).isInstanceOf(ToldException.class).hasMessageContaining("closed");
        assertThat(asked).hasValue(0);
        assertThat(counters.underWay()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void open_setupFailsAndTheCloseThrowsAnything_theFailureOfTheSetupIsTold(Kind kind) {
        SQLException refused = new SQLException("refused by a test");
        Throwable inClose = kind.made();
        XAConnection connection = fake(XAConnection.class, (proxy, method, arguments) -> {
            throw method.getName().equals("close") ? inClose : refused;
        });
        PoolSource.Order order = order(fake(XADataSource.class, (proxy, method, arguments) -> connection));

        assertThatThrownBy(order::open)
                .isInstanceOf(ToldException.class)
                .hasMessageContaining("refused by a test")
                .hasCause(refused);
        assertThat(refused.getSuppressed()).hasSize(1);
        assertThat(counters.underWay()).isZero();
    }

    @Test
    void open_theDriversExceptionHasNoMessage_namesItsClass() {
        PoolSource.Order order = order(fake(XADataSource.class, (proxy, method, arguments) -> {
            throw new SQLException();
        }));

        assertThatThrownBy(order::open)
                .isInstanceOf(ToldException.class)
                .hasMessageContaining("cannot connect to its database: java.sql.SQLException;");
    }
}
