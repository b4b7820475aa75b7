package dev.assent.lab.invocations.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.lab.experiment.Timed;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/**
 * The timed parts of a call, with a real database. Each method of its driver moves the test's clock on by another time.
 */
@Fast
class AccountTableTest {
    private static final long TO_CONNECT = 1_000_000;
    private static final long TO_BUILD = 10_000;
    private static final long TO_EXECUTE = 100;
    private static final long TO_CLOSE = 1;

    private final AtomicLong clock = new AtomicLong();

    private JdbcDataSource database(String name) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    /** The same object, whose methods take their time. */
    private <T> T slow(Class<T> type, T object) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    clock.addAndGet(nanos(method));
                    try {
                        return wrapped(method.invoke(object, arguments));
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    private Object wrapped(Object result) {
        if (result instanceof Connection connection) {
            return slow(Connection.class, connection);
        }
        return result instanceof PreparedStatement statement ? slow(PreparedStatement.class, statement) : result;
    }

    private static long nanos(Method method) {
        return switch (method.getName()) {
            case "getConnection" -> TO_CONNECT;
            case "executeUpdate" -> TO_EXECUTE;
            case "close" -> TO_CLOSE;
            default -> TO_BUILD;
        };
    }

    @Test
    void onlyTheExecutionOfTheStatementIsTimed() throws Exception {
        AccountTable accounts = AccountTable.in(slow(DataSource.class, database("timed")), clock::get);

        accounts.add(7);
        accounts.add(-7);

        assertThat(accounts.timed()).isEqualTo(new Timed(2, 2 * TO_EXECUTE));
    }

    @Test
    void eachCallWritesTheNextAccount() throws Exception {
        JdbcDataSource database = database("next");
        AccountTable accounts = AccountTable.in(database, clock::get);

        accounts.add(5);
        accounts.add(6);

        try (Connection connection = database.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT balance FROM account WHERE balance > 0 ORDER BY id")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(5);
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(6);
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void whatFailsIsNoTimeOfTheDatabase() throws Exception {
        JdbcDataSource database = database("failed");
        AccountTable accounts = AccountTable.in(database, clock::get);
        try (Connection connection = database.getConnection();
                Statement drop = connection.createStatement()) {
            drop.executeUpdate("ALTER TABLE account ALTER COLUMN balance SET DATA TYPE TINYINT");
        }

        assertThatThrownBy(() -> accounts.add(1_000)).isInstanceOf(IllegalStateException.class);
        assertThat(accounts.timed()).isEqualTo(Timed.NEVER);
    }
}
