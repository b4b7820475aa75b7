package dev.assent.resources.handle;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Rows, without their columns: the position among them, and operations on the current one.
 *
 * <p>Thread safety: that of the object behind it.
 */
abstract class CursorHandle extends Handle<ResultSet> implements ResultSet {
    private final @Nullable Statement from;

    CursorHandle(ResultSet own, Handles handles, @Nullable Statement from) {
        super(own, handles, from == null);
        this.from = from;
    }

    /** Null when no statement of the application gave the rows: the driver's own would lead to its connection. */
    @Override
    public final @Nullable Statement getStatement() throws SQLException {
        done(() -> own().getStatement());
        return from;
    }

    @Override
    public final void close() throws SQLException {
        if (!isOver()) {
            done(() -> own().close());
        }
    }

    @Override
    public final boolean isClosed() throws SQLException {
        return isOver() || got(() -> own().isClosed());
    }

    @Override
    public boolean next() throws SQLException {
        return got(() -> working().next());
    }

    @Override
    public boolean wasNull() throws SQLException {
        return got(() -> own().wasNull());
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
    public String getCursorName() throws SQLException {
        return got(() -> own().getCursorName());
    }

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        return got(() -> handles.columns(own().getMetaData()));
    }

    @Override
    public int findColumn(String columnLabel) throws SQLException {
        return got(() -> own().findColumn(columnLabel));
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        return got(() -> own().isBeforeFirst());
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        return got(() -> own().isAfterLast());
    }

    @Override
    public boolean isFirst() throws SQLException {
        return got(() -> own().isFirst());
    }

    @Override
    public boolean isLast() throws SQLException {
        return got(() -> own().isLast());
    }

    @Override
    public void beforeFirst() throws SQLException {
        done(() -> working().beforeFirst());
    }

    @Override
    public void afterLast() throws SQLException {
        done(() -> working().afterLast());
    }

    @Override
    public boolean first() throws SQLException {
        return got(() -> working().first());
    }

    @Override
    public boolean last() throws SQLException {
        return got(() -> working().last());
    }

    @Override
    public int getRow() throws SQLException {
        return got(() -> own().getRow());
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        return got(() -> working().absolute(row));
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        return got(() -> working().relative(rows));
    }

    @Override
    public boolean previous() throws SQLException {
        return got(() -> working().previous());
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        done(() -> own().setFetchDirection(direction));
    }

    @Override
    public int getFetchDirection() throws SQLException {
        return got(() -> own().getFetchDirection());
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        done(() -> own().setFetchSize(rows));
    }

    @Override
    public int getFetchSize() throws SQLException {
        return got(() -> own().getFetchSize());
    }

    @Override
    public int getType() throws SQLException {
        return got(() -> own().getType());
    }

    @Override
    public int getConcurrency() throws SQLException {
        return got(() -> own().getConcurrency());
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        return got(() -> own().rowUpdated());
    }

    @Override
    public boolean rowInserted() throws SQLException {
        return got(() -> own().rowInserted());
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        return got(() -> own().rowDeleted());
    }

    @Override
    public void insertRow() throws SQLException {
        done(() -> working().insertRow());
    }

    @Override
    public void updateRow() throws SQLException {
        done(() -> working().updateRow());
    }

    @Override
    public void deleteRow() throws SQLException {
        done(() -> working().deleteRow());
    }

    @Override
    public void refreshRow() throws SQLException {
        done(() -> working().refreshRow());
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        done(() -> own().cancelRowUpdates());
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        done(() -> working().moveToInsertRow());
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        done(() -> working().moveToCurrentRow());
    }

    @Override
    public int getHoldability() throws SQLException {
        return got(() -> own().getHoldability());
    }
}
