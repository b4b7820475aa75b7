package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Forwarding;
import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.time.Duration;
import javax.sql.CommonDataSource;
import javax.sql.XADataSource;
import org.junit.jupiter.api.Test;

/** A plain data source with a name. */
@Fast
class NamedDataSourceTest {
    @Test
    void new_theDriverIsOlderThanLoginTimeouts_isAccepted() {
        XADataSource old = (XADataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XADataSource.class}, (proxy, method, arguments) -> {
                    throw new AbstractMethodError(method.getName());
                });
        assertThat(new NamedDataSource("orders", old, Duration.ofSeconds(5)).name())
                .isEqualTo("orders");
    }

    @Test
    void theRest_ofAnXADataSource_isForwarded() throws Throwable {
        Forwarding.check(
                XADataSource.class,
                CommonDataSource.class,
                source -> new NamedDataSource("orders", source, Duration.ofSeconds(5)));
    }
}
