package dev.assent.resources.local;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalRollbackException;
import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A driver throws the same exception object at each call. */
@Fast
class SameExceptionTest {
    private final SQLException same = new SQLException("broken", "58000");
    private final Connection connection = (Connection) Proxy.newProxyInstance(
            Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                throw same;
            });
    private final DataSource source = (DataSource) Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> connection);

    @Test
    void commit_isRolledBack() {
        LocalTransactionBranch branch = new LocalTransactionBranch(connection);
        assertThatThrownBy(() -> branch.commit((TransactionId) null))
                .isInstanceOf(LocalRollbackException.class)
                .hasCause(same);
    }

    @Test
    void rollback_throwsIt() {
        assertThatThrownBy(() -> new LocalTransactionBranch(connection).rollback())
                .isSameAs(same);
    }

    @Test
    void rollBackAfterAnError_throwsIt() {
        assertThatThrownBy(() -> CommitMarkerTable.rollBack(connection, same)).isSameAs(same);
    }

    @Test
    void openMarkers_throwsASqlException() {
        LocalJdbcResource resource =
                new LocalJdbcResource("ledger", LastResourceDataSource.withMarkers(source), Duration.ofSeconds(1));
        assertThatThrownBy(resource::openMarkers)
                .isInstanceOf(SQLException.class)
                .hasCause(same);
        assertThatThrownBy(resource::openToLook).isSameAs(same);
    }
}
