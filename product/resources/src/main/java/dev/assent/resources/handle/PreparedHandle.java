package dev.assent.resources.handle;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement.
 *
 * <p>Thread safety: that of the object behind it.
 */
final class PreparedHandle extends StatementHandle<PreparedStatement> implements PreparedStatement {
    PreparedHandle(PreparedStatement own, Handles handles) {
        super(own, handles);
    }

    @Override
    public @Nullable ResultSet executeQuery() throws SQLException {
        return got(() -> handles.rows(working().executeQuery(), this));
    }

    @Override
    public int executeUpdate() throws SQLException {
        return got(() -> working().executeUpdate());
    }

    @Override
    public void setNull(int parameterIndex, int sqlType) throws SQLException {
        done(() -> own().setNull(parameterIndex, sqlType));
    }

    @Override
    public void setBoolean(int parameterIndex, boolean x) throws SQLException {
        done(() -> own().setBoolean(parameterIndex, x));
    }

    @Override
    public void setByte(int parameterIndex, byte x) throws SQLException {
        done(() -> own().setByte(parameterIndex, x));
    }

    @Override
    public void setShort(int parameterIndex, short x) throws SQLException {
        done(() -> own().setShort(parameterIndex, x));
    }

    @Override
    public void setInt(int parameterIndex, int x) throws SQLException {
        done(() -> own().setInt(parameterIndex, x));
    }

    @Override
    public void setLong(int parameterIndex, long x) throws SQLException {
        done(() -> own().setLong(parameterIndex, x));
    }

    @Override
    public void setFloat(int parameterIndex, float x) throws SQLException {
        done(() -> own().setFloat(parameterIndex, x));
    }

    @Override
    public void setDouble(int parameterIndex, double x) throws SQLException {
        done(() -> own().setDouble(parameterIndex, x));
    }

    @Override
    public void setBigDecimal(int parameterIndex, BigDecimal x) throws SQLException {
        done(() -> own().setBigDecimal(parameterIndex, x));
    }

    @Override
    public void setString(int parameterIndex, String x) throws SQLException {
        done(() -> own().setString(parameterIndex, x));
    }

    @Override
    public void setBytes(int parameterIndex, byte[] x) throws SQLException {
        done(() -> own().setBytes(parameterIndex, x));
    }

    @Override
    public void setDate(int parameterIndex, Date x) throws SQLException {
        done(() -> own().setDate(parameterIndex, x));
    }

    @Override
    public void setTime(int parameterIndex, Time x) throws SQLException {
        done(() -> own().setTime(parameterIndex, x));
    }

    @Override
    public void setTimestamp(int parameterIndex, Timestamp x) throws SQLException {
        done(() -> own().setTimestamp(parameterIndex, x));
    }

    @Override
    public void setAsciiStream(int parameterIndex, InputStream x, int length) throws SQLException {
        done(() -> own().setAsciiStream(parameterIndex, x, length));
    }

    @Deprecated
    @Override
    public void setUnicodeStream(int parameterIndex, InputStream x, int length) throws SQLException {
        done(() -> own().setUnicodeStream(parameterIndex, x, length));
    }

    @Override
    public void setBinaryStream(int parameterIndex, InputStream x, int length) throws SQLException {
        done(() -> own().setBinaryStream(parameterIndex, x, length));
    }

    @Override
    public void clearParameters() throws SQLException {
        done(() -> own().clearParameters());
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, int targetSqlType) throws SQLException {
        done(() -> own().setObject(parameterIndex, Handles.driver(x), targetSqlType));
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x) throws SQLException {
        done(() -> own().setObject(parameterIndex, Handles.driver(x)));
    }

    @Override
    public boolean execute() throws SQLException {
        return got(() -> working().execute());
    }

    @Override
    public void addBatch() throws SQLException {
        done(() -> own().addBatch());
    }

    @Override
    public void setCharacterStream(int parameterIndex, Reader reader, int length) throws SQLException {
        done(() -> own().setCharacterStream(parameterIndex, reader, length));
    }

    @Override
    public void setRef(int parameterIndex, @Nullable Ref x) throws SQLException {
        done(() -> own().setRef(parameterIndex, Handles.driver(Ref.class, x)));
    }

    @Override
    public void setBlob(int parameterIndex, Blob x) throws SQLException {
        done(() -> own().setBlob(parameterIndex, x));
    }

    @Override
    public void setClob(int parameterIndex, Clob x) throws SQLException {
        done(() -> own().setClob(parameterIndex, x));
    }

    @Override
    public void setArray(int parameterIndex, @Nullable Array x) throws SQLException {
        done(() -> own().setArray(parameterIndex, Handles.driver(Array.class, x)));
    }

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        return got(() -> handles.columns(own().getMetaData()));
    }

    @Override
    public void setDate(int parameterIndex, Date x, Calendar cal) throws SQLException {
        done(() -> own().setDate(parameterIndex, x, cal));
    }

    @Override
    public void setTime(int parameterIndex, Time x, Calendar cal) throws SQLException {
        done(() -> own().setTime(parameterIndex, x, cal));
    }

    @Override
    public void setTimestamp(int parameterIndex, Timestamp x, Calendar cal) throws SQLException {
        done(() -> own().setTimestamp(parameterIndex, x, cal));
    }

    @Override
    public void setNull(int parameterIndex, int sqlType, String typeName) throws SQLException {
        done(() -> own().setNull(parameterIndex, sqlType, typeName));
    }

    @Override
    public void setURL(int parameterIndex, URL x) throws SQLException {
        done(() -> own().setURL(parameterIndex, x));
    }

    @Override
    public @Nullable ParameterMetaData getParameterMetaData() throws SQLException {
        return got(() -> handles.parameters(own().getParameterMetaData()));
    }

    @Override
    public void setRowId(int parameterIndex, RowId x) throws SQLException {
        done(() -> own().setRowId(parameterIndex, x));
    }

    @Override
    public void setNString(int parameterIndex, String value) throws SQLException {
        done(() -> own().setNString(parameterIndex, value));
    }

    @Override
    public void setNCharacterStream(int parameterIndex, Reader value, long length) throws SQLException {
        done(() -> own().setNCharacterStream(parameterIndex, value, length));
    }

    @Override
    public void setNClob(int parameterIndex, NClob value) throws SQLException {
        done(() -> own().setNClob(parameterIndex, value));
    }

    @Override
    public void setClob(int parameterIndex, Reader reader, long length) throws SQLException {
        done(() -> own().setClob(parameterIndex, reader, length));
    }

    @Override
    public void setBlob(int parameterIndex, InputStream inputStream, long length) throws SQLException {
        done(() -> own().setBlob(parameterIndex, inputStream, length));
    }

    @Override
    public void setNClob(int parameterIndex, Reader reader, long length) throws SQLException {
        done(() -> own().setNClob(parameterIndex, reader, length));
    }

    @Override
    public void setSQLXML(int parameterIndex, SQLXML xmlObject) throws SQLException {
        done(() -> own().setSQLXML(parameterIndex, xmlObject));
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, int targetSqlType, int scaleOrLength)
            throws SQLException {
        done(() -> own().setObject(parameterIndex, Handles.driver(x), targetSqlType, scaleOrLength));
    }

    @Override
    public void setAsciiStream(int parameterIndex, InputStream x, long length) throws SQLException {
        done(() -> own().setAsciiStream(parameterIndex, x, length));
    }

    @Override
    public void setBinaryStream(int parameterIndex, InputStream x, long length) throws SQLException {
        done(() -> own().setBinaryStream(parameterIndex, x, length));
    }

    @Override
    public void setCharacterStream(int parameterIndex, Reader reader, long length) throws SQLException {
        done(() -> own().setCharacterStream(parameterIndex, reader, length));
    }

    @Override
    public void setAsciiStream(int parameterIndex, InputStream x) throws SQLException {
        done(() -> own().setAsciiStream(parameterIndex, x));
    }

    @Override
    public void setBinaryStream(int parameterIndex, InputStream x) throws SQLException {
        done(() -> own().setBinaryStream(parameterIndex, x));
    }

    @Override
    public void setCharacterStream(int parameterIndex, Reader reader) throws SQLException {
        done(() -> own().setCharacterStream(parameterIndex, reader));
    }

    @Override
    public void setNCharacterStream(int parameterIndex, Reader value) throws SQLException {
        done(() -> own().setNCharacterStream(parameterIndex, value));
    }

    @Override
    public void setClob(int parameterIndex, Reader reader) throws SQLException {
        done(() -> own().setClob(parameterIndex, reader));
    }

    @Override
    public void setBlob(int parameterIndex, InputStream inputStream) throws SQLException {
        done(() -> own().setBlob(parameterIndex, inputStream));
    }

    @Override
    public void setNClob(int parameterIndex, Reader reader) throws SQLException {
        done(() -> own().setNClob(parameterIndex, reader));
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        done(() -> own().setObject(parameterIndex, Handles.driver(x), targetSqlType, scaleOrLength));
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, SQLType targetSqlType) throws SQLException {
        done(() -> own().setObject(parameterIndex, Handles.driver(x), targetSqlType));
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        return got(() -> working().executeLargeUpdate());
    }
}
