package dev.assent.lab.result;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The common part of all tables: how values become columns, and columns values. A value that is not a number is null
 * there.
 */
final class Columns {
    private Columns() {}

    /** A row of a query, as a value. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            boolean isNone = values[i] instanceof Double number && number.isNaN();
            statement.setObject(i + 1, isNone ? null : values[i]);
        }
    }

    /** Inserts a row; the number that the database has given to it. */
    static int inserted(PreparedStatement insert) throws SQLException {
        insert.executeUpdate();
        try (ResultSet keys = insert.getGeneratedKeys()) {
            keys.next();
            return keys.getInt(1);
        }
    }

    /** All rows of a query that has the number of a run as its only parameter. */
    static <T> List<T> all(PreparedStatement select, int run, Reader<T> reader) throws SQLException {
        List<T> all = new ArrayList<>();
        select.setInt(1, run);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                all.add(reader.read(rows));
            }
        }
        return all;
    }

    static double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? Double.NaN : value;
    }

    /** The run, the measured or planned key, and more columns. */
    static Object[] row(int run, Measure.Key key, Object... more) {
        Stream<Object> first = Stream.of(
                run, key.experiment(), key.transport(), key.database(), key.scenario(), key.subject(), key.clients());
        return Stream.concat(first, Stream.of(more)).toArray();
    }

    /** The key of a row that has a column for the step. */
    static Measure.Key key(ResultSet row) throws SQLException {
        return keyOfAll(row).at(row.getString("step"));
    }

    /** The key of a row that has none. */
    static Measure.Key keyOfAll(ResultSet row) throws SQLException {
        return new Measure.Key(
                row.getString("experiment"),
                row.getString("transport"),
                row.getString("database"),
                row.getString("scenario"),
                row.getString("subject"),
                row.getInt("clients"),
                "");
    }
}
