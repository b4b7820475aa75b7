package dev.assent.resources.handle;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/**
 * The metadata of rows.
 *
 * <p>Thread safety: that of the object behind it.
 */
final class ColumnsInfo extends Handle<ResultSetMetaData> implements ResultSetMetaData {
    ColumnsInfo(ResultSetMetaData own, Handles handles) {
        super(own, handles, true);
    }

    @Override
    public int getColumnCount() throws SQLException {
        return got(() -> own().getColumnCount());
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        return got(() -> own().isAutoIncrement(column));
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return got(() -> own().isCaseSensitive(column));
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return got(() -> own().isSearchable(column));
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        return got(() -> own().isCurrency(column));
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return got(() -> own().isNullable(column));
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return got(() -> own().isSigned(column));
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return got(() -> own().getColumnDisplaySize(column));
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return got(() -> own().getColumnLabel(column));
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return got(() -> own().getColumnName(column));
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        return got(() -> own().getSchemaName(column));
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return got(() -> own().getPrecision(column));
    }

    @Override
    public int getScale(int column) throws SQLException {
        return got(() -> own().getScale(column));
    }

    @Override
    public String getTableName(int column) throws SQLException {
        return got(() -> own().getTableName(column));
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        return got(() -> own().getCatalogName(column));
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return got(() -> own().getColumnType(column));
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return got(() -> own().getColumnTypeName(column));
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        return got(() -> own().isReadOnly(column));
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return got(() -> own().isWritable(column));
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        return got(() -> own().isDefinitelyWritable(column));
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return got(() -> own().getColumnClassName(column));
    }
}
