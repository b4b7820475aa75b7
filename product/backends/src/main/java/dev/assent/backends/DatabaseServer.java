package dev.assent.backends;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.XADataSource;

/**
 * A database server in processes of its own that listens on 127.0.0.1 only, with all forced writes switched on:
 * committed and prepared work survives {@link #kill}.
 *
 * <p>Thread safety: see {@link BackendServer}.
 */
public interface DatabaseServer extends BackendServer {
    /** The kind of database. */
    Database database();

    /** The JDBC URL of its database, for {@link DriverManager}. */
    String url();

    /** The user that may do everything. */
    String user();

    /** The user's password; empty when there is none. */
    String password();

    /** The driver's class that implements {@link XADataSource}. The class path has it where the database is used. */
    String xaDataSourceClass();

    /** The bean properties of {@link #xaDataSourceClass} for this server, in the order to set them. */
    Map<String, String> xaProperties();

    /** The names of its branches in doubt, in its own spelling. */
    List<String> prepared();

    /** A connection of its own, that commits by itself. */
    default Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), user(), password());
    }

    /**
     * Runs a statement with a connection of its own.
     *
     * @throws IllegalStateException when it fails, with the statement
     */
    default void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /**
     * The first column of every row, with a connection of its own.
     *
     * @throws IllegalStateException when it fails, with the query
     */
    default List<String> query(String sql) {
        List<String> values = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
        return values;
    }
}
