package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.harness.Fast;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.room.PoolGate;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XADataSource;
import org.junit.jupiter.api.Test;

/** How connections are made for a pool. */
@Fast
class PoolSourceTest {
    /** As Agroal does for a caller whose connection the close has cut while it was tried. */
    @Test
    void open_poolIsClosed_doesNotAskTheDriver() {
        AtomicInteger asked = new AtomicInteger();
        XADataSource source = (XADataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XADataSource.class}, (proxy, method, arguments) -> {
                    asked.incrementAndGet();
                    throw new UnsupportedOperationException(method.getName());
                });
        JdbcPoolConfig config = JdbcPoolConfig.of("orders", source);
        PoolCounters counters = new PoolCounters();
        try (Assent assent = Assent.builder().with(Setting.LOG, "memory").open()) {
            PoolSource.Order order = new PoolSource.Order(
                    config,
                    PooledXaConnection.Home.careless("orders", counters),
                    new StartupProbe<>(new ProbedDatabase(config), false, assent),
                    new Openings("orders", counters, new PoolGate(1)));

            counters.close();

            assertThatThrownBy(order::open).isInstanceOf(ToldException.class).hasMessageContaining("closed");
            assertThat(asked).hasValue(0);
            assertThat(counters.underWay()).isZero();
        }
    }
}
