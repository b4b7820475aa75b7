package dev.assent.lab.run;

import dev.assent.lab.result.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import picocli.CommandLine.Option;

/** The option of every command that needs results. Thread safety: one thread. */
final class StoreOption {
    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "lab-results",
            description = "the folder with all results (default: ${DEFAULT-VALUE} in the current folder)")
    private Path folder = Path.of("lab-results");

    Store open() throws SQLException {
        return Store.open(folder);
    }

    /** The run of this number, or the last one when it is null. */
    static int orLast(Store store, Integer run) throws SQLException {
        Connection connection = store.connection();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM run" + (run == null ? "" : " WHERE id = " + run)
                        + " ORDER BY id DESC LIMIT 1")) {
            if (!row.next()) {
                throw new IllegalArgumentException(
                        run == null
                                ? "there are no runs yet; make one: ./assent lab run all"
                                : "there is no run " + run);
            }
            return row.getInt(1);
        }
    }
}
