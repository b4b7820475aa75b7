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
 * Rows whose columns can be changed by their numbers.
 *
 * <p>Thread safety: that of the object behind it.
 */
abstract class UpdatesHandle extends ColumnsHandle {
    UpdatesHandle(ResultSet own, Handles handles, @Nullable Statement from) {
        super(own, handles, from);
    }

    @Override
    public void updateNull(int columnIndex) throws SQLException {
        done(() -> own().updateNull(columnIndex));
    }

    @Override
    public void updateBoolean(int columnIndex, boolean x) throws SQLException {
        done(() -> own().updateBoolean(columnIndex, x));
    }

    @Override
    public void updateByte(int columnIndex, byte x) throws SQLException {
        done(() -> own().updateByte(columnIndex, x));
    }

    @Override
    public void updateShort(int columnIndex, short x) throws SQLException {
        done(() -> own().updateShort(columnIndex, x));
    }

    @Override
    public void updateInt(int columnIndex, int x) throws SQLException {
        done(() -> own().updateInt(columnIndex, x));
    }

    @Override
    public void updateLong(int columnIndex, long x) throws SQLException {
        done(() -> own().updateLong(columnIndex, x));
    }

    @Override
    public void updateFloat(int columnIndex, float x) throws SQLException {
        done(() -> own().updateFloat(columnIndex, x));
    }

    @Override
    public void updateDouble(int columnIndex, double x) throws SQLException {
        done(() -> own().updateDouble(columnIndex, x));
    }

    @Override
    public void updateBigDecimal(int columnIndex, BigDecimal x) throws SQLException {
        done(() -> own().updateBigDecimal(columnIndex, x));
    }

    @Override
    public void updateString(int columnIndex, String x) throws SQLException {
        done(() -> own().updateString(columnIndex, x));
    }

    @Override
    public void updateBytes(int columnIndex, byte[] x) throws SQLException {
        done(() -> own().updateBytes(columnIndex, x));
    }

    @Override
    public void updateDate(int columnIndex, Date x) throws SQLException {
        done(() -> own().updateDate(columnIndex, x));
    }

    @Override
    public void updateTime(int columnIndex, Time x) throws SQLException {
        done(() -> own().updateTime(columnIndex, x));
    }

    @Override
    public void updateTimestamp(int columnIndex, Timestamp x) throws SQLException {
        done(() -> own().updateTimestamp(columnIndex, x));
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, int length) throws SQLException {
        done(() -> own().updateAsciiStream(columnIndex, x, length));
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, int length) throws SQLException {
        done(() -> own().updateBinaryStream(columnIndex, x, length));
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, int length) throws SQLException {
        done(() -> own().updateCharacterStream(columnIndex, x, length));
    }

    @Override
    public void updateObject(int columnIndex, @Nullable Object x, int scaleOrLength) throws SQLException {
        done(() -> own().updateObject(columnIndex, Handles.driver(x), scaleOrLength));
    }

    @Override
    public void updateObject(int columnIndex, @Nullable Object x) throws SQLException {
        done(() -> own().updateObject(columnIndex, Handles.driver(x)));
    }

    @Override
    public void updateRef(int columnIndex, @Nullable Ref x) throws SQLException {
        done(() -> own().updateRef(columnIndex, Handles.driver(Ref.class, x)));
    }

    @Override
    public void updateBlob(int columnIndex, Blob x) throws SQLException {
        done(() -> own().updateBlob(columnIndex, x));
    }

    @Override
    public void updateClob(int columnIndex, Clob x) throws SQLException {
        done(() -> own().updateClob(columnIndex, x));
    }

    @Override
    public void updateArray(int columnIndex, @Nullable Array x) throws SQLException {
        done(() -> own().updateArray(columnIndex, Handles.driver(Array.class, x)));
    }

    @Override
    public void updateRowId(int columnIndex, RowId x) throws SQLException {
        done(() -> own().updateRowId(columnIndex, x));
    }

    @Override
    public void updateNString(int columnIndex, String nString) throws SQLException {
        done(() -> own().updateNString(columnIndex, nString));
    }

    @Override
    public void updateNClob(int columnIndex, NClob nClob) throws SQLException {
        done(() -> own().updateNClob(columnIndex, nClob));
    }

    @Override
    public void updateSQLXML(int columnIndex, SQLXML xmlObject) throws SQLException {
        done(() -> own().updateSQLXML(columnIndex, xmlObject));
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        done(() -> own().updateNCharacterStream(columnIndex, x, length));
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x, long length) throws SQLException {
        done(() -> own().updateAsciiStream(columnIndex, x, length));
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x, long length) throws SQLException {
        done(() -> own().updateBinaryStream(columnIndex, x, length));
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x, long length) throws SQLException {
        done(() -> own().updateCharacterStream(columnIndex, x, length));
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream, long length) throws SQLException {
        done(() -> own().updateBlob(columnIndex, inputStream, length));
    }

    @Override
    public void updateClob(int columnIndex, Reader reader, long length) throws SQLException {
        done(() -> own().updateClob(columnIndex, reader, length));
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader, long length) throws SQLException {
        done(() -> own().updateNClob(columnIndex, reader, length));
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader x) throws SQLException {
        done(() -> own().updateNCharacterStream(columnIndex, x));
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream x) throws SQLException {
        done(() -> own().updateAsciiStream(columnIndex, x));
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream x) throws SQLException {
        done(() -> own().updateBinaryStream(columnIndex, x));
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader x) throws SQLException {
        done(() -> own().updateCharacterStream(columnIndex, x));
    }

    @Override
    public void updateBlob(int columnIndex, InputStream inputStream) throws SQLException {
        done(() -> own().updateBlob(columnIndex, inputStream));
    }

    @Override
    public void updateClob(int columnIndex, Reader reader) throws SQLException {
        done(() -> own().updateClob(columnIndex, reader));
    }

    @Override
    public void updateNClob(int columnIndex, Reader reader) throws SQLException {
        done(() -> own().updateNClob(columnIndex, reader));
    }

    @Override
    public void updateObject(int columnIndex, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        done(() -> own().updateObject(columnIndex, Handles.driver(x), targetSqlType, scaleOrLength));
    }

    @Override
    public void updateObject(int columnIndex, @Nullable Object x, SQLType targetSqlType) throws SQLException {
        done(() -> own().updateObject(columnIndex, Handles.driver(x), targetSqlType));
    }
}
