package dev.assent.resources.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.TransactionId;
import dev.assent.harness.Fast;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The errors for a table of markers that can't be used. */
@Fast
class CommitMarkerTableTest {
    private boolean rollbackFails;

    private final Connection connection = fake(Connection.class, (proxy, method, arguments) -> {
        if (method.getName().equals("rollback") && rollbackFails) {
            throw new SQLException("connection lost");
        }
        InvocationHandler refusing = (statement, called, sql) -> {
            switch (called.getName()) {
                case "executeQuery":
                    throw new SQLException("permission denied for table", "42501");
                case "executeUpdate":
                    throw new SQLException("relation already exists", "42P07");
                default:
                    return null;
            }
        };
        return switch (method.getName()) {
            case "createStatement" -> fake(Statement.class, refusing);
            case "prepareStatement" -> fake(PreparedStatement.class, refusing);
            default -> null;
        };
    });

    private static <T> T fake(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    @Test
    void aTableThatMayNotBeReadIsToldBeforeThatItCannotBeMade() {
        assertThatThrownBy(() -> CommitMarkerTable.require(connection))
                .hasMessage("permission denied for table; and it can't be made: relation already exists")
                .hasFieldOrPropertyWithValue("SQLState", "42501");
    }

    @Test
    void anErrorIsToldThoughTheRollbackAfterItFails() {
        rollbackFails = true;
        assertThatThrownBy(() -> CommitMarkerTable.require(connection))
                .hasMessage("permission denied for table")
                .satisfies(told -> assertThat(told.getSuppressed())
                        .singleElement()
                        .hasToString("java.sql.SQLException: connection lost"));
        TransactionId any = TransactionId.of(TransactionId.ASSENT_FORMAT, new byte[20]);
        assertThatThrownBy(() -> new JdbcMarkers(connection).isCommitted(any))
                .hasMessage("relation already exists")
                .satisfies(told -> assertThat(told.getSuppressed()).hasSize(1));
    }
}
