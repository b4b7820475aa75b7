package dev.assent.resources;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The one table of the tests' PostgreSQL servers, and the server's process that works for a connection. */
final class ItemTable {
    /** Makes it. */
    static final String CREATE = "create table item (id int primary key, text varchar(100))";

    private ItemTable() {}

    /** A row with this key, by a connection for it alone. */
    static void insert(DataSource pool, int id) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            insert(connection, id);
        }
    }

    /** A row with this key. */
    static void insert(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into item values (" + id + ", 'x')");
        }
    }

    /** The id of the server's process. */
    static String backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select pg_backend_pid()")) {
            rows.next();
            return rows.getString(1);
        }
    }
}
