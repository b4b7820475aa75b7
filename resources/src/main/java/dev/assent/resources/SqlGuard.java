package dev.assent.resources;

import dev.assent.core.message.Message;
import dev.assent.resources.driver.Calls;
import dev.assent.resources.sql.EndingWords;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses SQL that would end a transaction at one database alone, before it is sent. A COMMIT there makes half of the
 * transaction durable whatever the others vote, and after a ROLLBACK the database would vote for work that is gone.
 *
 * <p>It looks at the text that the application gives to the connection and its statements. What a driver gives by {@code
 * unwrap} is not looked at.
 *
 * <p>Thread safety: that of the connection.
 */
final class SqlGuard {
    private final String pool;
    private final EndingWords words;
    private final BooleanSupplier isEnlisted;

    /**
     * Of a connection of a pool.
     *
     * @param words what ends a transaction there
     * @param isEnlisted whether a transaction has the connection now
     */
    SqlGuard(String pool, EndingWords words, BooleanSupplier isEnlisted) {
        this.pool = pool;
        this.words = words;
        this.isEnlisted = isEnlisted;
    }

    /**
     * Looks at what is about to be run, or prepared.
     *
     * @throws SQLException with SQLState 2D000 when it would end a transaction
     */
    void check(String sql) throws SQLException {
        if (isEnlisted.getAsBoolean()) {
            String ending = words.in(sql);
            if (ending != null) {
                throw new ToldException(
                        Message.SQL_ENDS_TRANSACTION.text(ending, pool), ToldException.INVALID_TERMINATION, null);
            }
        }
    }

    /** A statement whose text comes with each run. */
    Statement guarded(Statement own) {
        return (Statement) Proxy.newProxyInstance(
                SqlGuard.class.getClassLoader(), new Class<?>[] {Statement.class}, new GuardedStatement(own));
    }

    private final class GuardedStatement implements InvocationHandler {
        private final Statement own;

        GuardedStatement(Statement own) {
            this.own = own;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Object answer = Calls.ofObject(self, own, method, arguments);
            if (answer != null) {
                return answer;
            }
            boolean runs =
                    method.getName().startsWith("execute") || method.getName().equals("addBatch");
            if (runs && arguments != null && arguments[0] instanceof String sql) {
                check(sql);
            }
            return Calls.through(own, method, arguments);
        }
    }
}
