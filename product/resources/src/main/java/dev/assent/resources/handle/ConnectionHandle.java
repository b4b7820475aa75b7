package dev.assent.resources.handle;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The application's handle of a connection. Its objects lead back to it, and to no other connection.
 *
 * <p>Thread safety: that of the object behind it.
 */
public final class ConnectionHandle extends Handle<Connection> implements Connection {
    private ConnectionHandle(Connection own, Handles handles) {
        super(own, handles, false);
    }

    /**
     * A handle.
     *
     * @param own checks itself whether the calling thread may use it
     * @param standing of its holder
     */
    public static Connection of(Connection own, Standing standing) {
        Handles handles = new Handles(standing);
        ConnectionHandle made = new ConnectionHandle(own, handles);
        handles.tie(made);
        return made;
    }

    @Override
    public void close() throws SQLException {
        done(() -> own().close());
    }

    @Override
    public void abort(@Nullable Executor executor) throws SQLException {
        done(() -> own().abort(executor));
    }

    @Override
    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        try {
            done(() -> own().setClientInfo(name, value));
        } catch (SQLException failed) {
            throw ofClientInfo(failed);
        }
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        try {
            done(() -> own().setClientInfo(properties));
        } catch (SQLException failed) {
            throw ofClientInfo(failed);
        }
    }

    private static SQLClientInfoException ofClientInfo(SQLException failed) {
        return failed instanceof SQLClientInfoException as
                ? as
                : new SQLClientInfoException(failed.getMessage(), failed.getSQLState(), 0, Map.of(), failed);
    }

    @Override
    public Statement createStatement() throws SQLException {
        return got(() -> new StatementHandle<>(own().createStatement(), handles));
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return got(() -> new PreparedHandle(own().prepareStatement(sql), handles));
    }

    @Override
    public @Nullable CallableStatement prepareCall(String sql) throws SQLException {
        return got(() -> handles.callable(own().prepareCall(sql)));
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        return got(() -> own().nativeSQL(sql));
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        done(() -> own().setAutoCommit(autoCommit));
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return got(() -> own().getAutoCommit());
    }

    @Override
    public void commit() throws SQLException {
        done(() -> own().commit());
    }

    @Override
    public void rollback() throws SQLException {
        done(() -> own().rollback());
    }

    @Override
    public boolean isClosed() throws SQLException {
        return got(() -> own().isClosed());
    }

    @Override
    public @Nullable DatabaseMetaData getMetaData() throws SQLException {
        return got(() -> handles.made(DatabaseMetaData.class, own().getMetaData()));
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        done(() -> own().setReadOnly(readOnly));
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return got(() -> own().isReadOnly());
    }

    @Override
    public void setCatalog(String catalog) throws SQLException {
        done(() -> own().setCatalog(catalog));
    }

    @Override
    public String getCatalog() throws SQLException {
        return got(() -> own().getCatalog());
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        done(() -> own().setTransactionIsolation(level));
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        return got(() -> own().getTransactionIsolation());
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return got(() -> own().getWarnings());
    }

    @Override
    public void clearWarnings() throws SQLException {
        done(() -> own().clearWarnings());
    }

    @Override
    public Statement createStatement(int resultSetType, int resultSetConcurrency) throws SQLException {
        return got(() -> new StatementHandle<>(own().createStatement(resultSetType, resultSetConcurrency), handles));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int resultSetType, int resultSetConcurrency)
            throws SQLException {
        return got(() -> new PreparedHandle(own().prepareStatement(sql, resultSetType, resultSetConcurrency), handles));
    }

    @Override
    public @Nullable CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
            throws SQLException {
        return got(() -> handles.callable(own().prepareCall(sql, resultSetType, resultSetConcurrency)));
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        return got(() -> own().getTypeMap());
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        done(() -> own().setTypeMap(map));
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        done(() -> own().setHoldability(holdability));
    }

    @Override
    public int getHoldability() throws SQLException {
        return got(() -> own().getHoldability());
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return got(() -> own().setSavepoint());
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        return got(() -> own().setSavepoint(name));
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        done(() -> own().rollback(savepoint));
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        done(() -> own().releaseSavepoint(savepoint));
    }

    @Override
    public Statement createStatement(int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        return got(() -> new StatementHandle<>(
                own().createStatement(resultSetType, resultSetConcurrency, resultSetHoldability), handles));
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability) throws SQLException {
        return got(() -> new PreparedHandle(
                own().prepareStatement(sql, resultSetType, resultSetConcurrency, resultSetHoldability), handles));
    }

    @Override
    public @Nullable CallableStatement prepareCall(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability) throws SQLException {
        return got(() ->
                handles.callable(own().prepareCall(sql, resultSetType, resultSetConcurrency, resultSetHoldability)));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        return got(() -> new PreparedHandle(own().prepareStatement(sql, autoGeneratedKeys), handles));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        return got(() -> new PreparedHandle(own().prepareStatement(sql, columnIndexes), handles));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
        return got(() -> new PreparedHandle(own().prepareStatement(sql, columnNames), handles));
    }

    @Override
    public Clob createClob() throws SQLException {
        return got(() -> own().createClob());
    }

    @Override
    public Blob createBlob() throws SQLException {
        return got(() -> own().createBlob());
    }

    @Override
    public NClob createNClob() throws SQLException {
        return got(() -> own().createNClob());
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        return got(() -> own().createSQLXML());
    }

    @Override
    public boolean isValid(int timeout) throws SQLException {
        return got(() -> own().isValid(timeout));
    }

    @Override
    public String getClientInfo(String name) throws SQLException {
        return got(() -> own().getClientInfo(name));
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        return got(() -> own().getClientInfo());
    }

    @Override
    public @Nullable Array createArrayOf(String typeName, @Nullable Object @Nullable [] elements) throws SQLException {
        return got(() -> handles.made(Array.class, own().createArrayOf(typeName, Handles.drivers(elements))));
    }

    @Override
    public @Nullable Struct createStruct(String typeName, @Nullable Object @Nullable [] attributes)
            throws SQLException {
        return got(() -> handles.made(Struct.class, own().createStruct(typeName, Handles.drivers(attributes))));
    }

    @Override
    public void setSchema(String schema) throws SQLException {
        done(() -> own().setSchema(schema));
    }

    @Override
    public String getSchema() throws SQLException {
        return got(() -> own().getSchema());
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        done(() -> own().setNetworkTimeout(executor, milliseconds));
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        return got(() -> own().getNetworkTimeout());
    }

    @Override
    public void beginRequest() throws SQLException {
        done(() -> own().beginRequest());
    }

    @Override
    public void endRequest() throws SQLException {
        done(() -> own().endRequest());
    }

    @Override
    public boolean setShardingKeyIfValid(ShardingKey shardingKey, ShardingKey superShardingKey, int timeout)
            throws SQLException {
        return got(() -> own().setShardingKeyIfValid(shardingKey, superShardingKey, timeout));
    }

    @Override
    public boolean setShardingKeyIfValid(ShardingKey shardingKey, int timeout) throws SQLException {
        return got(() -> own().setShardingKeyIfValid(shardingKey, timeout));
    }

    @Override
    public void setShardingKey(ShardingKey shardingKey, ShardingKey superShardingKey) throws SQLException {
        done(() -> own().setShardingKey(shardingKey, superShardingKey));
    }

    @Override
    public void setShardingKey(ShardingKey shardingKey) throws SQLException {
        done(() -> own().setShardingKey(shardingKey));
    }
}
