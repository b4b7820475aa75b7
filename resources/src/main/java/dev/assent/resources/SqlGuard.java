package dev.assent.resources;

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
 * Refuses SQL that would end a transaction at one database alone, before it is sent. A COMMIT there makes half of the
 * transaction durable whatever the others vote, and after a ROLLBACK the database would vote for work that is gone. Where the
 * driver tells whether the server has a transaction, that is looked at after each run, for what was not seen in the text.
 *
 * <p>It sees what the application gives to the connection and its statements. What a driver gives by {@code unwrap} is not
 * looked at.
 *
 * <p>Thread safety: that of the connection.
 */
final class SqlGuard {
    /** Methods of statements that send at least one statement, unless they throw. */
    private static final Set<String> RUNS = Set.of("execute", "executeQuery", "executeUpdate", "executeLargeUpdate");

    private static final Set<String> BATCHES = Set.of("executeBatch", "executeLargeBatch");
    private static final String ADDS_TO_BATCH = "addBatch";

    /** What the connection works for. */
    interface Work {
        /** Whether a transaction has it. */
        boolean isServing();

        /**
         * A statement was run.
         *
         * @param isSent whether it was sent for sure
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
     * @param owner whose it is, for people, such as "pool 'orders'"
     * @param words what ends a transaction there
     * @param isEndedByIsolation whether setting the isolation ends it, too
     */
    SqlGuard(String owner, EndingWords words, boolean isEndedByIsolation, Work work) {
        this.owner = owner;
        this.words = words;
        this.isEndedByIsolation = isEndedByIsolation;
        this.work = work;
    }

    /**
     * Looks at what is about to be run, or prepared.
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
     * Looks whether the isolation may be set now.
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
     * A statement whose runs are looked at; what is no statement comes as it is.
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

    /** A driver need not send a text that has no statement. */
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
