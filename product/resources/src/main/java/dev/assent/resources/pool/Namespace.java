package dev.assent.resources.pool;

import dev.assent.resources.quirk.ConnectionLoss;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The schema and catalog in which the statements of a physical connection find tables. Both are noted before the
 * application changes one of them by {@code setSchema} or {@code setCatalog}, so that the next holder finds the
 * connection unchanged. Reading them at every use would cost a round trip on some databases. Changes by SQL are not
 * seen.
 *
 * <p>Agroal resets the rest, after these, but keeps a connection that refuses that. So the exception of a call between
 * two holders is an {@link UnfitException}, on which the pool closes the connection.
 *
 * <p>On PostgreSQL the schema is the first existing one of a path, so its name alone does not tell the old path; the
 * server knows it.
 *
 * <p>Thread safety: that of the connection.
 */
final class Namespace {
    private static final String POSTGRESQL_RESET = "reset search_path";

    /**
     * The original values.
     *
     * @param isKnown false when the driver could not tell
     */
    private record Before(
            boolean isKnown,
            @Nullable String catalog,
            @Nullable String schema) {}

    private final Connection own;
    private volatile @Nullable Before before;
    private volatile boolean isLent;
    private volatile boolean betweenHolders;

    Namespace(Connection own) {
        this.own = own;
    }

    /** Call it before the application changes them. */
    void changes() {
        if (before == null) {
            before = now();
        }
    }

    /** The exception for an error of the connection. */
    SQLException told(SQLException failed) {
        return betweenHolders && !ConnectionLoss.is(failed) ? new UnfitException(failed) : failed;
    }

    /**
     * The exception for anything else that a call threw. Agroal loses a connection if one of its own calls throws
     * anything but an SQLException, and its callers wait for ever for the room.
     */
    Throwable told(Throwable failed) {
        return isLent ? failed : new UnfitException(failed);
    }

    private Before now() {
        try {
            return isPostgreSql() ? new Before(true, null, null) : new Before(true, own.getCatalog(), own.getSchema());
        } catch (Throwable notTold) { // drivers of JDBC 4.0 know no schemas
            return new Before(false, null, null);
        }
    }

    private boolean isPostgreSql() throws SQLException {
        return own.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    /**
     * Restores the original values, if they were changed.
     *
     * @throws SQLException when that fails: nobody else may use the connection then
     */
    void restore() throws SQLException {
        Before was = before;
        if (was == null) {
            return;
        }
        if (!was.isKnown()) {
            throw new SQLException("the driver does not tell the original schema and catalog");
        }
        if (isPostgreSql()) {
            try (Statement statement = own.createStatement()) {
                statement.execute(POSTGRESQL_RESET);
            }
            return;
        }
        if (!Objects.equals(was.catalog(), own.getCatalog())) {
            own.setCatalog(was.catalog());
        }
        if (!Objects.equals(was.schema(), own.getSchema())) {
            own.setSchema(was.schema());
        }
    }

    /** The values are the original ones, and no work under way can change that. */
    void settled() {
        before = null;
    }

    /** The connection has a holder no more. */
    void givenBack() {
        isLent = false;
        betweenHolders = true;
    }

    /** The connection has a holder. */
    void lent() {
        isLent = true;
        betweenHolders = false;
    }
}
