package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.resources.driver.Calls;
import dev.assent.resources.sql.EndingWords;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to send SQL that would end a transaction at one database only. A COMMIT there makes half of the transaction
 * durable, whatever the others vote; after a ROLLBACK the database would vote for work that is gone. If the driver
 * shows whether the server has a transaction, the guard checks that after each run, for statements that the text did
 * not show.
 *
 * <p>It sees the SQL that the application gives to the connection and its statements. It does not see the objects that
 * a driver returns from {@code unwrap}.
 *
 * <p>Thread safety: that of the connection.
 */
final class SqlGuard {
    /** Methods of statements that send at least one statement, unless they throw. */
    private static final Set<String> RUNS = Set.of("execute", "executeQuery", "executeUpdate", "executeLargeUpdate");

    private static final Set<String> BATCHES = Set.of("executeBatch", "executeLargeBatch");
    private static final String ADDS_TO_BATCH = "addBatch";

    /** The work that the connection is used for. */
    interface Work {
        /** Whether a transaction uses it. */
        boolean isServing();

        /**
         * A statement was run.
         *
         * @param isSent whether it was certainly sent
         */
        void ran(boolean isSent);
    }

    private final String owner;
    private final EndingWords words;
    private final boolean isEndedByIsolation;
    private final Work work;

    /**
     * Of a connection.
     *
     * @param owner of the connection, for people, such as "pool 'orders'"
     * @param words the statements that end a transaction there
     * @param isEndedByIsolation whether setting the isolation ends it, too
     */
    SqlGuard(String owner, EndingWords words, boolean isEndedByIsolation, Work work) {
        this.owner = owner;
        this.words = words;
        this.isEndedByIsolation = isEndedByIsolation;
        this.work = work;
    }

    /**
     * Checks SQL before it is run or prepared.
     *
     * @throws SQLException with SQLState 2D000 when it would end a transaction
     */
    void check(String sql) throws SQLException {
        if (work.isServing()) {
            String ending = words.in(sql);
            if (ending != null) {
                throw refused(ending);
            }
        }
    }

    /**
     * Checks whether the isolation may be set now.
     *
     * @throws SQLException with SQLState 2D000 when that would end a transaction
     */
    void checkIsolation() throws SQLException {
        if (isEndedByIsolation && work.isServing()) {
            throw refused("setTransactionIsolation");
        }
    }

    private ToldException refused(String ending) {
        return new ToldException(MESSAGES.sqlEndsTransaction(ending, owner), ToldException.INVALID_TERMINATION, null);
    }

    /**
     * A statement whose runs are checked; any other object is returned unchanged.
     *
     * @param sql that it was prepared with; null for none
     */
    @Nullable Object guarded(@Nullable Object own, @Nullable String sql) {
        if (own instanceof CallableStatement call) {
            return Calls.handle(CallableStatement.class, call, new Runs(call, sql));
        }
        if (own instanceof PreparedStatement prepared) {
            return Calls.handle(PreparedStatement.class, prepared, new Runs(prepared, sql));
        }
        return own instanceof Statement statement
                ? Calls.handle(Statement.class, statement, new Runs(statement, null))
                : own;
    }

    /** Whether there is a statement: a driver need not send a text without one. */
    private boolean isStatement(@Nullable String sql) {
        return sql != null && !words.isNoneIn(sql);
    }

    private final class Runs implements Calls.Way {
        private final Statement own;
        private final @Nullable String prepared;

        Runs(Statement own, @Nullable String prepared) {
            this.own = own;
            this.prepared = prepared;
        }

        @Override
        public @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            boolean isRun = RUNS.contains(method.getName());
            boolean takesText = isRun || method.getName().equals(ADDS_TO_BATCH);
            String sql = takesText ? Calls.text(arguments) : null;
            if (sql != null) {
                check(sql);
            }
            if (!isRun && !BATCHES.contains(method.getName())) {
                return Calls.through(own, method, arguments);
            }
            boolean isSent = false;
            try {
                Object answer = Calls.through(own, method, arguments);
                isSent = isRun && isStatement(sql == null ? prepared : sql);
                return answer;
            } finally {
                work.ran(isSent);
            }
        }
    }
}
