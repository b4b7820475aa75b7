package dev.assent.backends;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A MariaDB server with InnoDB, which forces its log at each prepare and each commit. It has no binary
 * log. Thread safety: see {@link DatabaseServer}.
 */
final class MariaDbServer extends ForkedDatabase {
    private static final String DATABASE = "assent";
    private static final String USER = "root";

    /** The scripts that make the server's own tables, in this order. */
    private static final List<String> SYSTEM_TABLES =
            List.of("mariadb_system_tables.sql", "mariadb_performance_tables.sql", "mariadb_system_tables_data.sql");

    private final Programs programs;

    MariaDbServer(ServerPlace place, Programs programs) throws IOException {
        super(Database.MARIADB, place);
        this.programs = programs;
        if (!Files.exists(place.data())) {
            found();
        }
        launch();
    }

    /** Makes the folder of data, as MariaDB's own installer does, without its help texts. */
    private void found() throws IOException {
        Files.createDirectories(place().data());
        List<String> command = options();
        // the defaults of the server do not fit its own system tables
        command.addAll(List.of("--bootstrap", "--enforce-storage-engine=", "--max_allowed_packet=8M"));
        Process founding = new ProcessBuilder(command)
                .redirectOutput(place().toLog())
                .redirectError(place().toLog())
                .start();
        try (OutputStream statements = founding.getOutputStream()) {
            say(statements, "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n");
            for (String file : SYSTEM_TABLES) {
                try (InputStream in = Programs.mariaDbStatements(file)) {
                    // the loopback interface needs no account for the machine's own name
                    String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    say(statements, all.replaceAll("(?m)^.*@current_hostname.*$", ""));
                }
            }
            say(statements, "CREATE DATABASE " + DATABASE + ";\n");
        } catch (IOException failed) {
            founding.destroyForcibly();
            throw place().notStarted(String.valueOf(failed.getMessage()), failed);
        }
        try {
            int status = founding.waitFor();
            if (status != 0) {
                throw place().notStarted("its tables can't be made, exit status " + status, null);
            }
        } catch (InterruptedException interrupted) {
            founding.destroyForcibly();
            Thread.currentThread().interrupt();
            throw place().notStarted("the start was interrupted", interrupted);
        }
    }

    private static void say(OutputStream statements, String sql) throws IOException {
        statements.write(sql.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> options() throws IOException {
        Path base = programs.unpackMariaDb();
        Path data = place().data();
        List<String> options = new ArrayList<>(List.of(
                programs.mariaDbServer().toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + data,
                // no files outside of its folder: no temporary files and no socket in /tmp
                "--tmpdir=" + data,
                "--socket=",
                "--pid-file=" + data.resolve("mariadb.pid"),
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-doublewrite=ON",
                "--innodb-log-file-size=16M",
                "--innodb-buffer-pool-size=32M"));
        if (Platform.here().equals(Optional.of(Platform.WINDOWS_X64))) {
            options.add("--console"); // otherwise our log gets no output
        } else if ("root".equals(System.getProperty("user.name"))) {
            options.add("--user=root");
        }
        return options;
    }

    @Override
    protected List<String> command() throws IOException {
        List<String> command = options();
        command.addAll(List.of("--port=" + port(), "--bind-address=127.0.0.1", "--skip-name-resolve", "--skip-ssl"));
        return command;
    }

    /** By a signal, or in SQL if the system has no signals. */
    @Override
    protected void stop(Process running) {
        if (running.supportsNormalTermination()) {
            running.destroy();
        } else {
            execute("SHUTDOWN");
        }
    }

    @Override
    public String url() {
        return "jdbc:mariadb://127.0.0.1:" + port() + "/" + DATABASE;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String password() {
        return "";
    }

    @Override
    public String xaDataSourceClass() {
        return "org.mariadb.jdbc.MariaDbDataSource";
    }

    @Override
    public Map<String, String> xaProperties() {
        return ServerProperties.of("url", url(), "user", USER);
    }

    /** The Xids as they are written in SQL: gtrid, bqual, format id. */
    @Override
    public List<String> prepared() {
        List<String> xids = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("XA RECOVER FORMAT='SQL'")) {
            while (rows.next()) {
                xids.add(rows.getString("data"));
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return xids;
    }
}
