package dev.assent.resources;

import dev.assent.resources.quirk.ConnectionLoss;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the statements of a physical connection look for tables: its schema and catalog. Both are noted
 * before the application changes one of them by {@code setSchema} or {@code setCatalog}, so that the next
 * holder finds the connection as it was. To ask at every use would cost a round trip on some databases. What
 * the application changes by SQL is not seen.
 *
 * <p>Agroal puts the rest in order, after these, but keeps a connection that refuses it. So what a call throws
 * between two holders is an {@link UnfitException}, on which it is closed.
 *
 * <p>On PostgreSQL the schema is the first one of a path that is there, so its name alone does not tell what
 * was; the server knows.
 *
 * <p>Thread safety: that of the connection.
 */
final class Namespace {
    private static final String POSTGRESQL_RESET = "reset search_path";

    /**
     * What was before.
     *
     * @param isKnown false when the driver could not tell
     */
    private record Before(
            boolean isKnown,
            @Nullable String catalog,
            @Nullable String schema) {}

    private final Connection own;
    private volatile @Nullable Before before;
    private volatile boolean betweenHolders;

    Namespace(Connection own) {
        this.own = own;
    }

    /** The application is about to change it. */
    void changes() {
        if (before == null) {
            before = now();
        }
    }

    /** What is thrown for an error of the connection. */
    SQLException told(SQLException failed) {
        return betweenHolders && !ConnectionLoss.is(failed) ? new UnfitException(failed) : failed;
    }

    private Before now() {
        try {
            return isPostgreSql() ? new Before(true, null, null) : new Before(true, own.getCatalog(), own.getSchema());
        } catch (SQLException | AbstractMethodError notTold) { // drivers of JDBC 4.0 know no schemas
            return new Before(false, null, null);
        }
    }

    private boolean isPostgreSql() throws SQLException {
        return own.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    /**
     * Makes it as it was, if it was changed at all.
     *
     * @throws SQLException when that fails: the connection is for nobody else then
     */
    void restore() throws SQLException {
        Before was = before;
        if (was == null) {
            return;
        }
        if (!was.isKnown()) {
            throw new SQLException("the driver does not tell the schema and the catalog that were before");
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

    /** It is as it was, and nothing that is under way can change that. */
    void settled() {
        before = null;
        betweenHolders = true;
    }

    /** It has a holder. */
    void lent() {
        betweenHolders = false;
    }
}
