package dev.assent.resources.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

@Fast
class LocalConnectionTest {
    private final Connection physical = (Connection) Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> 7;
                case "isClosed" -> false;
                default -> null;
            });

    @Test
    void aHandleIsItselfAndNoOther() {
        LocalConnection connection = new LocalConnection(physical);
        Connection handle = connection.getConnection();
        assertThat(handle.equals(handle)).isTrue();
        assertThat(handle).hasSameHashCodeAs(handle).isNotEqualTo(connection.getConnection());
    }

    @Test
    void aHandleIsClosedWithoutItsConnection() throws Exception {
        LocalConnection connection = new LocalConnection(physical);
        Connection handle = connection.getConnection();
        handle.close();
        assertThat(handle.isClosed()).isTrue();
        assertThat(connection.getConnection().isClosed()).isFalse();
    }
}
