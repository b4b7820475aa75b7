package dev.assent.resources.quirk;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether pgjdbc has sent a refused COMMIT or PREPARE TRANSACTION again. It does so when the error looks as if a
 * prepared statement no longer existed, such as SQLState 26000, which a deferred trigger can raise. The second command
 * finds no transaction and gets a warning, but no error. The driver reports that as success, although all work is lost.
 *
 * <ol>
 *   <li>The driver counts such errors, to forget its prepared statements. If its counter is unchanged, nothing was sent
 *       again.
 *   <li>It also counts other events, such as a search_path that is reset at the end of the transaction. A driver of
 *       another version may not have this counter. Then nothing is sure, and Assent makes more checks.
 *   <li>Last, the server's warning shows that there was no transaction. A session may be set to show no warnings
 *       ({@code client_min_messages = error}); then nothing shows it. The tag of the answer does not: it is COMMIT in
 *       either case.
 * </ol>
 *
 * <p>Thread safety: that of the connection.
 */
final class SentAgain {
    private static final String EXECUTOR = "getQueryExecutor";
    private static final String COUNTER = "deallocateEpoch";

    /** SQLState of the warning: there is no transaction in progress. */
    private static final String NO_TRANSACTION = "25P01";

    /** Values of {@code client_min_messages} with which a session gets no warnings. */
    private static final Set<String> SILENT = Set.of("error", "fatal", "panic");

    private final Connection connection;
    private final @Nullable Object executor;
    private final @Nullable Field counter;

    private SentAgain(Connection connection, @Nullable Object executor, @Nullable Field counter) {
        this.connection = connection;
        this.executor = executor;
        this.counter = counter;
    }

    /**
     * The state before something is sent.
     *
     * @param count the driver's counter; null when it has none
     * @param warning the last one; null when there was none
     */
    record Mark(@Nullable Object count, @Nullable SQLWarning warning) {}

    /** Of a connection of pgjdbc, or one that can be unwrapped to one. */
    static SentAgain of(Connection connection) {
        try {
            Connection own = new DriverTransactionState(connection).connection();
            Object executor = own.getClass().getMethod(EXECUTOR).invoke(own);
            Field counter = executor.getClass().getDeclaredField(COUNTER);
            counter.setAccessible(true);
            return new SentAgain(own, executor, counter);
        } catch (Throwable otherVersion) {
            return new SentAgain(connection, null, null);
        }
    }

    /** Whether this driver has the counter. */
    boolean isCounted() {
        return counter != null;
    }

    /** Call it right before something is sent. */
    Mark mark() {
        SQLWarning last;
        try {
            last = connection.getWarnings();
        } catch (Throwable closed) {
            last = null;
        }
        while (last != null && last.getNextWarning() != null) {
            last = last.getNextWarning();
        }
        return new Mark(count(), last);
    }

    private @Nullable Object count() {
        try {
            return counter == null ? null : counter.get(executor);
        } catch (IllegalAccessException notCounted) {
            return null;
        }
    }

    /** Whether the driver may have sent its last command again; false is certain. */
    boolean mayBeSince(Mark mark) {
        Object before = mark.count();
        return before == null || !before.equals(count());
    }

    /**
     * How a commit ended that may have been sent again, by the server's warning alone. Its absence counts only if the
     * session would have shown it. The setting is read after the end, in the state that the second COMMIT found.
     *
     * @return {@link Ending#UNKNOWN} when nothing tells
     */
    Ending endingByWarning(Mark mark) {
        try {
            if (isWarnedSince(mark)) {
                return Ending.ROLLED_BACK;
            }
            return showsWarnings() ? Ending.COMMITTED : Ending.UNKNOWN;
        } catch (Throwable untold) {
            return Ending.UNKNOWN;
        }
    }

    private boolean showsWarnings() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_catalog.current_setting('client_min_messages')")) {
            row.next();
            return !SILENT.contains(row.getString(1));
        }
    }

    /**
     * Whether the server has warned that there was no transaction.
     *
     * @throws SQLException when the connection is closed
     */
    private boolean isWarnedSince(Mark mark) throws SQLException {
        SQLWarning last = mark.warning();
        SQLWarning warning = last == null ? connection.getWarnings() : last.getNextWarning();
        while (warning != null && !NO_TRANSACTION.equals(warning.getSQLState())) {
            warning = warning.getNextWarning();
        }
        return warning != null;
    }

    /** The reason why work is rolled back although the driver reports its commit. */
    static SQLException refusedAndSentAgain() {
        return new SQLException(
                "the server has refused the commit or the prepare with an error, and the driver has sent it again; the"
                        + " second one found no transaction, and the driver lost the error");
    }

    /** The reason why the outcome is unknown although the driver reports a commit. */
    static SQLException untold() {
        return new SQLException(
                "the driver may have sent the commit again after a refusal, and the server does not tell how the"
                        + " transaction ended");
    }
}
