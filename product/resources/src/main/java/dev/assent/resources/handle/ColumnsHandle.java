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
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows with the values of their columns.
 *
 * <p>Thread safety: that of the object behind it.
 */
abstract class ColumnsHandle extends CursorHandle {
    ColumnsHandle(ResultSet own, Handles handles, @Nullable Statement from) {
        super(own, handles, from);
    }

    @Override
    public String getString(int columnIndex) throws SQLException {
        return got(() -> own().getString(columnIndex));
    }

    @Override
    public boolean getBoolean(int columnIndex) throws SQLException {
        return got(() -> own().getBoolean(columnIndex));
    }

    @Override
    public byte getByte(int columnIndex) throws SQLException {
        return got(() -> own().getByte(columnIndex));
    }

    @Override
    public short getShort(int columnIndex) throws SQLException {
        return got(() -> own().getShort(columnIndex));
    }

    @Override
    public int getInt(int columnIndex) throws SQLException {
        return got(() -> own().getInt(columnIndex));
    }

    @Override
    public long getLong(int columnIndex) throws SQLException {
        return got(() -> own().getLong(columnIndex));
    }

    @Override
    public float getFloat(int columnIndex) throws SQLException {
        return got(() -> own().getFloat(columnIndex));
    }

    @Override
    public double getDouble(int columnIndex) throws SQLException {
        return got(() -> own().getDouble(columnIndex));
    }

    @Deprecated
    @Override
    public BigDecimal getBigDecimal(int columnIndex, int scale) throws SQLException {
        return got(() -> own().getBigDecimal(columnIndex, scale));
    }

    @Override
    public byte[] getBytes(int columnIndex) throws SQLException {
        return got(() -> own().getBytes(columnIndex));
    }

    @Override
    public Date getDate(int columnIndex) throws SQLException {
        return got(() -> own().getDate(columnIndex));
    }

    @Override
    public Time getTime(int columnIndex) throws SQLException {
        return got(() -> own().getTime(columnIndex));
    }

    @Override
    public Timestamp getTimestamp(int columnIndex) throws SQLException {
        return got(() -> own().getTimestamp(columnIndex));
    }

    @Override
    public InputStream getAsciiStream(int columnIndex) throws SQLException {
        return got(() -> own().getAsciiStream(columnIndex));
    }

    @Deprecated
    @Override
    public InputStream getUnicodeStream(int columnIndex) throws SQLException {
        return got(() -> own().getUnicodeStream(columnIndex));
    }

    @Override
    public InputStream getBinaryStream(int columnIndex) throws SQLException {
        return got(() -> own().getBinaryStream(columnIndex));
    }

    @Override
    public String getString(String columnLabel) throws SQLException {
        return got(() -> own().getString(columnLabel));
    }

    @Override
    public boolean getBoolean(String columnLabel) throws SQLException {
        return got(() -> own().getBoolean(columnLabel));
    }

    @Override
    public byte getByte(String columnLabel) throws SQLException {
        return got(() -> own().getByte(columnLabel));
    }

    @Override
    public short getShort(String columnLabel) throws SQLException {
        return got(() -> own().getShort(columnLabel));
    }

    @Override
    public int getInt(String columnLabel) throws SQLException {
        return got(() -> own().getInt(columnLabel));
    }

    @Override
    public long getLong(String columnLabel) throws SQLException {
        return got(() -> own().getLong(columnLabel));
    }

    @Override
    public float getFloat(String columnLabel) throws SQLException {
        return got(() -> own().getFloat(columnLabel));
    }

    @Override
    public double getDouble(String columnLabel) throws SQLException {
        return got(() -> own().getDouble(columnLabel));
    }

    @Deprecated
    @Override
    public BigDecimal getBigDecimal(String columnLabel, int scale) throws SQLException {
        return got(() -> own().getBigDecimal(columnLabel, scale));
    }

    @Override
    public byte[] getBytes(String columnLabel) throws SQLException {
        return got(() -> own().getBytes(columnLabel));
    }

    @Override
    public Date getDate(String columnLabel) throws SQLException {
        return got(() -> own().getDate(columnLabel));
    }

    @Override
    public Time getTime(String columnLabel) throws SQLException {
        return got(() -> own().getTime(columnLabel));
    }

    @Override
    public Timestamp getTimestamp(String columnLabel) throws SQLException {
        return got(() -> own().getTimestamp(columnLabel));
    }

    @Override
    public InputStream getAsciiStream(String columnLabel) throws SQLException {
        return got(() -> own().getAsciiStream(columnLabel));
    }

    @Deprecated
    @Override
    public InputStream getUnicodeStream(String columnLabel) throws SQLException {
        return got(() -> own().getUnicodeStream(columnLabel));
    }

    @Override
    public InputStream getBinaryStream(String columnLabel) throws SQLException {
        return got(() -> own().getBinaryStream(columnLabel));
    }

    @Override
    public @Nullable Object getObject(int columnIndex) throws SQLException {
        return got(() -> handles.any(own().getObject(columnIndex)));
    }

    @Override
    public @Nullable Object getObject(String columnLabel) throws SQLException {
        return got(() -> handles.any(own().getObject(columnLabel)));
    }

    @Override
    public Reader getCharacterStream(int columnIndex) throws SQLException {
        return got(() -> own().getCharacterStream(columnIndex));
    }

    @Override
    public Reader getCharacterStream(String columnLabel) throws SQLException {
        return got(() -> own().getCharacterStream(columnLabel));
    }

    @Override
    public BigDecimal getBigDecimal(int columnIndex) throws SQLException {
        return got(() -> own().getBigDecimal(columnIndex));
    }

    @Override
    public BigDecimal getBigDecimal(String columnLabel) throws SQLException {
        return got(() -> own().getBigDecimal(columnLabel));
    }

    @Override
    public @Nullable Object getObject(int columnIndex, Map<String, Class<?>> map) throws SQLException {
        return got(() -> handles.any(own().getObject(columnIndex, map)));
    }

    @Override
    public @Nullable Ref getRef(int columnIndex) throws SQLException {
        return got(() -> handles.made(Ref.class, own().getRef(columnIndex)));
    }

    @Override
    public Blob getBlob(int columnIndex) throws SQLException {
        return got(() -> own().getBlob(columnIndex));
    }

    @Override
    public Clob getClob(int columnIndex) throws SQLException {
        return got(() -> own().getClob(columnIndex));
    }

    @Override
    public @Nullable Array getArray(int columnIndex) throws SQLException {
        return got(() -> handles.made(Array.class, own().getArray(columnIndex)));
    }

    @Override
    public @Nullable Object getObject(String columnLabel, Map<String, Class<?>> map) throws SQLException {
        return got(() -> handles.any(own().getObject(columnLabel, map)));
    }

    @Override
    public @Nullable Ref getRef(String columnLabel) throws SQLException {
        return got(() -> handles.made(Ref.class, own().getRef(columnLabel)));
    }

    @Override
    public Blob getBlob(String columnLabel) throws SQLException {
        return got(() -> own().getBlob(columnLabel));
    }

    @Override
    public Clob getClob(String columnLabel) throws SQLException {
        return got(() -> own().getClob(columnLabel));
    }

    @Override
    public @Nullable Array getArray(String columnLabel) throws SQLException {
        return got(() -> handles.made(Array.class, own().getArray(columnLabel)));
    }

    @Override
    public Date getDate(int columnIndex, Calendar cal) throws SQLException {
        return got(() -> own().getDate(columnIndex, cal));
    }

    @Override
    public Date getDate(String columnLabel, Calendar cal) throws SQLException {
        return got(() -> own().getDate(columnLabel, cal));
    }

    @Override
    public Time getTime(int columnIndex, Calendar cal) throws SQLException {
        return got(() -> own().getTime(columnIndex, cal));
    }

    @Override
    public Time getTime(String columnLabel, Calendar cal) throws SQLException {
        return got(() -> own().getTime(columnLabel, cal));
    }

    @Override
    public Timestamp getTimestamp(int columnIndex, Calendar cal) throws SQLException {
        return got(() -> own().getTimestamp(columnIndex, cal));
    }

    @Override
    public Timestamp getTimestamp(String columnLabel, Calendar cal) throws SQLException {
        return got(() -> own().getTimestamp(columnLabel, cal));
    }

    @Override
    public URL getURL(int columnIndex) throws SQLException {
        return got(() -> own().getURL(columnIndex));
    }

    @Override
    public URL getURL(String columnLabel) throws SQLException {
        return got(() -> own().getURL(columnLabel));
    }

    @Override
    public RowId getRowId(int columnIndex) throws SQLException {
        return got(() -> own().getRowId(columnIndex));
    }

    @Override
    public RowId getRowId(String columnLabel) throws SQLException {
        return got(() -> own().getRowId(columnLabel));
    }

    @Override
    public NClob getNClob(int columnIndex) throws SQLException {
        return got(() -> own().getNClob(columnIndex));
    }

    @Override
    public NClob getNClob(String columnLabel) throws SQLException {
        return got(() -> own().getNClob(columnLabel));
    }

    @Override
    public SQLXML getSQLXML(int columnIndex) throws SQLException {
        return got(() -> own().getSQLXML(columnIndex));
    }

    @Override
    public SQLXML getSQLXML(String columnLabel) throws SQLException {
        return got(() -> own().getSQLXML(columnLabel));
    }

    @Override
    public String getNString(int columnIndex) throws SQLException {
        return got(() -> own().getNString(columnIndex));
    }

    @Override
    public String getNString(String columnLabel) throws SQLException {
        return got(() -> own().getNString(columnLabel));
    }

    @Override
    public Reader getNCharacterStream(int columnIndex) throws SQLException {
        return got(() -> own().getNCharacterStream(columnIndex));
    }

    @Override
    public Reader getNCharacterStream(String columnLabel) throws SQLException {
        return got(() -> own().getNCharacterStream(columnLabel));
    }

    @Override
    public <T> @Nullable T getObject(int columnIndex, Class<T> type) throws SQLException {
        return got(() -> handles.as(type, own().getObject(columnIndex, type)));
    }

    @Override
    public <T> @Nullable T getObject(String columnLabel, Class<T> type) throws SQLException {
        return got(() -> handles.as(type, own().getObject(columnLabel, type)));
    }
}
