package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.harness.Fast;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import javax.sql.XADataSource;
import org.junit.jupiter.api.Test;

/** A driver's error whose chain of causes has no end. */
@Fast
class EndlessCausesTest {
    private static XADataSource refusing() {
        return (XADataSource) Proxy.newProxyInstance(
                XADataSource.class.getClassLoader(), new Class<?>[] {XADataSource.class}, (self, method, args) -> {
                    if (!method.getName().equals("getXAConnection")) {
                        return method.getReturnType() == int.class ? (Object) 0 : null;
                    }
                    SQLException refused = new SQLException("too many connections", "53300");
                    RuntimeException cause = new RuntimeException("it again", refused);
                    refused.initCause(cause);
                    throw refused;
                });
    }

    private static JdbcPool open(Assent assent) {
        assent.pauseRecovery(); // which would ask, too
        return JdbcPool.open(
                assent,
                JdbcPoolConfig.of("endless", refusing())
                        .with(PoolSetting.PROBE, false)
                        .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, 100));
    }

    @Test
    void aConnectionIsRefused_theCausesHaveNoEnd_theCallerHearsOfIt() {
        try (Assent assent = Assent.builder().with(Setting.LOG, "memory").open();
                JdbcPool pool = open(assent)) {
            assertThatThrownBy(pool::getConnection).isInstanceOf(SQLException.class);
        }
    }
}
