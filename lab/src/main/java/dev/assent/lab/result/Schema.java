package dev.assent.lab.result;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/** The tables of results, with a version: another version is refused, since its columns mean something else. */
final class Schema {
    /** One more for each change of tables.sql. */
    static final int VERSION = 3;

    /** The version of tables that name none: those that the lab made first. */
    private static final int FIRST_VERSION = 1;

    private static final String IS_THERE = "SELECT COUNT(*) FROM information_schema.tables WHERE table_name = ";

    private Schema() {}

    /**
     * Makes the tables where there are none yet.
     *
     * @param folder of the results, for people
     * @throws IllegalArgumentException when there are those of another version
     */
    static void make(Connection connection, Path folder) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean isNamed = number(statement, IS_THERE + "'SCHEMA_VERSION'") > 0;
            if (!isNamed && number(statement, IS_THERE + "'RUN'") == 0) {
                // the version first, and its table with it: if the process is killed meanwhile, the next one still
                // accepts what is left
                statement.execute("CREATE TABLE schema_version AS SELECT " + VERSION + " AS version");
                isNamed = true;
            }
            int version = isNamed ? number(statement, "SELECT version FROM schema_version") : FIRST_VERSION;
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        MESSAGES.resultsVersion(folder, version, version < VERSION ? "older" : "newer", VERSION));
            }
            statement.execute(tables());
        }
    }

    private static int number(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String tables() {
        try (InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream("tables.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
