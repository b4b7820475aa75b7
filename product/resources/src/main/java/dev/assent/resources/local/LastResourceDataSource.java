package dev.assent.resources.local;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Objects;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * Declares that a database without XA may be the last resource of transactions (law 13), and gives its connections the
 * form that a pool needs. Nothing here can prepare: a {@linkplain dev.assent.resources.JdbcPool pool} of it enlists
 * each connection as a last resource.
 *
 * <pre>{@code
 * JdbcPool.open(assent, JdbcPoolConfig.of("ledger", LastResourceDataSource.withMarkers(dataSource)))
 * }</pre>
 *
 * <p>Thread safety: that of the data source.
 */
public final class LastResourceDataSource implements XADataSource {
    private final DataSource source;
    private final boolean hasMarkers;

    private LastResourceDataSource(DataSource source, boolean hasMarkers) {
        this.source = Objects.requireNonNull(source);
        this.hasMarkers = hasMarkers;
    }

    /**
     * Without commit markers: after a crash at the wrong moment only an operator can find out how the database ended
     * the transaction.
     *
     * @param source makes connections; not a pool
     */
    public static LastResourceDataSource of(DataSource source) {
        return new LastResourceDataSource(source, false);
    }

    /**
     * With commit markers, rows of the table {@value CommitMarkerTable#NAME} in the same database. Recovery creates the
     * table if it is missing and the user may.
     *
     * @param source makes connections; not a pool
     */
    public static LastResourceDataSource withMarkers(DataSource source) {
        return new LastResourceDataSource(source, true);
    }

    /** Whether commits leave markers. */
    public boolean hasMarkers() {
        return hasMarkers;
    }

    /** The class that identifies its driver. */
    public Class<?> driverClass() {
        return source.getClass();
    }

    /** A separate connection for recovery. */
    Connection connect() throws SQLException {
        return source.getConnection();
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        return new LocalConnection(source.getConnection());
    }

    /** Not offered: there is one user. */
    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    /** The class of the data source only, which may hold secrets. */
    @Override
    public String toString() {
        return "last resource of " + source.getClass().getName() + (hasMarkers ? " with commit markers" : "");
    }
}
