package dev.assent.resources.handle;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Complete rows: their columns can be changed by their names, too.
 *
 * <p>Thread safety: that of the object behind it.
 */
final class ResultHandle extends UpdatesHandle {
    /**
     * A handle.
     *
     * @param from the handle of the statement that gave the rows; null when another object did, so that no object
     *     behind them checks whether they may be used
     */
    ResultHandle(ResultSet own, Handles handles, @Nullable Statement from) {
        super(own, handles, from);
    }

    @Override
    public void updateNull(String columnLabel) throws SQLException {
        done(() -> own().updateNull(columnLabel));
    }

    @Override
    public void updateBoolean(String columnLabel, boolean x) throws SQLException {
        done(() -> own().updateBoolean(columnLabel, x));
    }

    @Override
    public void updateByte(String columnLabel, byte x) throws SQLException {
        done(() -> own().updateByte(columnLabel, x));
    }

    @Override
    public void updateShort(String columnLabel, short x) throws SQLException {
        done(() -> own().updateShort(columnLabel, x));
    }

    @Override
    public void updateInt(String columnLabel, int x) throws SQLException {
        done(() -> own().updateInt(columnLabel, x));
    }

    @Override
    public void updateLong(String columnLabel, long x) throws SQLException {
        done(() -> own().updateLong(columnLabel, x));
    }

    @Override
    public void updateFloat(String columnLabel, float x) throws SQLException {
        done(() -> own().updateFloat(columnLabel, x));
    }

    @Override
    public void updateDouble(String columnLabel, double x) throws SQLException {
        done(() -> own().updateDouble(columnLabel, x));
    }

    @Override
    public void updateBigDecimal(String columnLabel, BigDecimal x) throws SQLException {
        done(() -> own().updateBigDecimal(columnLabel, x));
    }

    @Override
    public void updateString(String columnLabel, String x) throws SQLException {
        done(() -> own().updateString(columnLabel, x));
    }

    @Override
    public void updateBytes(String columnLabel, byte[] x) throws SQLException {
        done(() -> own().updateBytes(columnLabel, x));
    }

    @Override
    public void updateDate(String columnLabel, Date x) throws SQLException {
        done(() -> own().updateDate(columnLabel, x));
    }

    @Override
    public void updateTime(String columnLabel, Time x) throws SQLException {
        done(() -> own().updateTime(columnLabel, x));
    }

    @Override
    public void updateTimestamp(String columnLabel, Timestamp x) throws SQLException {
        done(() -> own().updateTimestamp(columnLabel, x));
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, int length) throws SQLException {
        done(() -> own().updateAsciiStream(columnLabel, x, length));
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, int length) throws SQLException {
        done(() -> own().updateBinaryStream(columnLabel, x, length));
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, int length) throws SQLException {
        done(() -> own().updateCharacterStream(columnLabel, reader, length));
    }

    @Override
    public void updateObject(String columnLabel, @Nullable Object x, int scaleOrLength) throws SQLException {
        done(() -> own().updateObject(columnLabel, Handles.driver(x), scaleOrLength));
    }

    @Override
    public void updateObject(String columnLabel, @Nullable Object x) throws SQLException {
        done(() -> own().updateObject(columnLabel, Handles.driver(x)));
    }

    @Override
    public void updateRef(String columnLabel, @Nullable Ref x) throws SQLException {
        done(() -> own().updateRef(columnLabel, Handles.driver(Ref.class, x)));
    }

    @Override
    public void updateBlob(String columnLabel, Blob x) throws SQLException {
        done(() -> own().updateBlob(columnLabel, x));
    }

    @Override
    public void updateClob(String columnLabel, Clob x) throws SQLException {
        done(() -> own().updateClob(columnLabel, x));
    }

    @Override
    public void updateArray(String columnLabel, @Nullable Array x) throws SQLException {
        done(() -> own().updateArray(columnLabel, Handles.driver(Array.class, x)));
    }

    @Override
    public void updateRowId(String columnLabel, RowId x) throws SQLException {
        done(() -> own().updateRowId(columnLabel, x));
    }

    @Override
    public void updateNString(String columnLabel, String nString) throws SQLException {
        done(() -> own().updateNString(columnLabel, nString));
    }

    @Override
    public void updateNClob(String columnLabel, NClob nClob) throws SQLException {
        done(() -> own().updateNClob(columnLabel, nClob));
    }

    @Override
    public void updateSQLXML(String columnLabel, SQLXML xmlObject) throws SQLException {
        done(() -> own().updateSQLXML(columnLabel, xmlObject));
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader, long length) throws SQLException {
        done(() -> own().updateNCharacterStream(columnLabel, reader, length));
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x, long length) throws SQLException {
        done(() -> own().updateAsciiStream(columnLabel, x, length));
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x, long length) throws SQLException {
        done(() -> own().updateBinaryStream(columnLabel, x, length));
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader, long length) throws SQLException {
        done(() -> own().updateCharacterStream(columnLabel, reader, length));
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream, long length) throws SQLException {
        done(() -> own().updateBlob(columnLabel, inputStream, length));
    }

    @Override
    public void updateClob(String columnLabel, Reader reader, long length) throws SQLException {
        done(() -> own().updateClob(columnLabel, reader, length));
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader, long length) throws SQLException {
        done(() -> own().updateNClob(columnLabel, reader, length));
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader reader) throws SQLException {
        done(() -> own().updateNCharacterStream(columnLabel, reader));
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream x) throws SQLException {
        done(() -> own().updateAsciiStream(columnLabel, x));
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream x) throws SQLException {
        done(() -> own().updateBinaryStream(columnLabel, x));
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader reader) throws SQLException {
        done(() -> own().updateCharacterStream(columnLabel, reader));
    }

    @Override
    public void updateBlob(String columnLabel, InputStream inputStream) throws SQLException {
        done(() -> own().updateBlob(columnLabel, inputStream));
    }

    @Override
    public void updateClob(String columnLabel, Reader reader) throws SQLException {
        done(() -> own().updateClob(columnLabel, reader));
    }

    @Override
    public void updateNClob(String columnLabel, Reader reader) throws SQLException {
        done(() -> own().updateNClob(columnLabel, reader));
    }

    @Override
    public void updateObject(String columnLabel, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        done(() -> own().updateObject(columnLabel, Handles.driver(x), targetSqlType, scaleOrLength));
    }

    @Override
    public void updateObject(String columnLabel, @Nullable Object x, SQLType targetSqlType) throws SQLException {
        done(() -> own().updateObject(columnLabel, Handles.driver(x), targetSqlType));
    }
}
