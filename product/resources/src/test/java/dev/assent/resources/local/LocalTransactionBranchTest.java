package dev.assent.resources.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that can't roll back is cut: some databases commit open work when a connection closes. */
@Fast
class LocalTransactionBranchTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rollback_fails_theConnectionIsCut(boolean abortFails) {
        SQLException failed = new SQLException("no answer");
        IllegalStateException alsoFailed = new IllegalStateException("nor this");
        List<String> asked = new ArrayList<>();
        Connection connection = (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    asked.add(method.getName());
                    if (method.getName().equals("rollback")) {
                        throw failed;
                    }
                    if (abortFails) {
                        throw alsoFailed;
                    }
                    return null;
                });
        Throwable told = catchThrowable(() -> new LocalTransactionBranch(connection).rollback());
        assertThat(told).isSameAs(failed);
        assertThat(asked).containsExactly("rollback", "abort");
        assertThat(told.getSuppressed()).isEqualTo(abortFails ? new Throwable[] {alsoFailed} : new Throwable[0]);
    }
}
