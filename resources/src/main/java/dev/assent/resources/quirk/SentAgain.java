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
 * Whether pgjdbc has sent a COMMIT or a PREPARE TRANSACTION again that the server had refused. It does so when the error looks
 * like that of a prepared statement that is there no more, such as SQLState 26000, which a deferred trigger can raise. The second
 * one finds no transaction, gets a warning and no error, and the driver takes it for done: all work is lost without a word.
 *
 * <ol>
 *   <li>The driver counts such errors, to forget its prepared statements. When it has counted none, nothing was sent again.
 *   <li>It also counts other events, such as a search_path that is set back at the end of the transaction; and a driver of
 *       another version may not have this counter. Then nothing is sure, and more has to be looked at.
 *   <li>Last, the server's warning that there was no transaction tells. A session may be set to show none ({@code
 *       client_min_messages = error}); then nothing tells. The tag of the answer does not: it is COMMIT in either case.
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
     * What was there before something was sent.
     *
     * @param count what the driver had counted; null when nobody counts
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
        } catch (SQLException | ReflectiveOperationException | RuntimeException otherVersion) {
            return new SentAgain(connection, null, null);
        }
    }

    /** Whether this driver has the counter. */
    boolean isCounted() {
        return counter != null;
    }

    /** To be taken right before something is sent. */
    Mark mark() {
        SQLWarning last;
        try {
            last = connection.getWarnings();
        } catch (SQLException closed) {
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

    /** Whether what was sent may have been sent again; when not, that is sure. */
    boolean mayBeSince(Mark mark) {
        Object before = mark.count();
        return before == null || !before.equals(count());
    }

    /**
     * How a commit ended that may have been sent again, by the server's warning alone. Where that is missing, it counts only when
     * the session would have shown it. The setting is read after the end, as the second COMMIT has found it.
     *
     * @return {@link Ending#UNKNOWN} when nothing tells
     */
    Ending endingByWarning(Mark mark) {
        try {
            if (isWarnedSince(mark)) {
                return Ending.ROLLED_BACK;
            }
            return showsWarnings() ? Ending.COMMITTED : Ending.UNKNOWN;
        } catch (SQLException untold) {
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
     * Whether the server has said that there was no transaction.
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

    /** Why work is rolled back that the driver takes for done. */
    static SQLException refusedAndSentAgain() {
        return new SQLException(
                "the server has refused it by an error, after which the driver has sent it again; the second"
                        + " one found no transaction, and the driver lost the error");
    }

    /** Why nobody knows how work ended that the driver takes for done. */
    static SQLException untold() {
        return new SQLException(
                "the driver may have sent the commit again after a refusal, and the server does not tell how the"
                        + " transaction ended");
    }
}
