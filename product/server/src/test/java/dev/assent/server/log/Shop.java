package dev.assent.server.log;

import dev.assent.backends.PostgresServer;
import dev.assent.backends.ServerFolder;
import dev.assent.harness.TestJvm;
import dev.assent.server.Main;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A real PostgreSQL server with two databases, processes that die at work on them, and the command line. */
final class Shop implements AutoCloseable {
    private final ServerFolder servers = ServerFolder.temporary();
    private final PostgresServer server;

    Shop() throws Exception {
        server = servers.startPostgres("shop");
        for (String name : List.of("orders", "stock")) {
            server.execute("CREATE DATABASE " + name);
            execute(name, "CREATE TABLE work (what text)");
        }
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database + "?user=" + server.user();
    }

    void execute(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(database));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> strings(String database, String sql) throws SQLException {
        List<String> strings = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url(database));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
        }
        return strings;
    }

    int rows(String database) throws SQLException {
        return strings(database, "SELECT what FROM work").size();
    }

    List<String> prepared(String database) throws SQLException {
        return strings(
                database, "SELECT gid FROM pg_prepared_xacts WHERE database = current_database() ORDER BY prepared");
    }

    /** Nothing is in doubt and nothing was ever done. */
    void clear() throws SQLException {
        for (String name : List.of("orders", "stock")) {
            for (String gid : prepared(name)) {
                execute(name, "ROLLBACK PREPARED '" + gid + "'");
            }
            execute(name, "TRUNCATE work");
        }
    }

    /** The properties file of a node with both databases and this log folder. */
    Path config(Path file, Path folder, String... more) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "log-folder = " + folder,
                "resource.orders.type = jdbc",
                "resource.orders.xa-data-source = org.postgresql.xa.PGXADataSource",
                "resource.orders.driver.url = " + url("orders"),
                "resource.stock.type = jdbc",
                "resource.stock.xa-data-source = org.postgresql.xa.PGXADataSource",
                "resource.stock.driver.url = " + url("stock")));
        lines.addAll(List.of(more));
        return Files.write(file, lines);
    }

    /** A process works on both databases and dies at this fault point. */
    void die(Path config, String faultPoint) throws Exception {
        Told told = process(DyingNode.class, config, faultPoint, url("orders"), url("stock"));
        if (told.status() != DyingNode.STATUS) {
            throw new AssertionError("the process ended with " + told);
        }
    }

    /** The output of a command. */
    record Told(int status, String out, String err) {}

    /** Runs the command line in a process of its own. */
    static Told assent(Object... arguments) throws Exception {
        return process(Main.class, arguments);
    }

    private static Told process(Class<?> main, Object... arguments) throws Exception {
        File out = File.createTempFile("assent", ".out");
        File err = File.createTempFile("assent", ".err");
        try {
            Process process = new ProcessBuilder(TestJvm.command(main, arguments))
                    .redirectOutput(out)
                    .redirectError(err)
                    .start();
            return new Told(process.waitFor(), Files.readString(out.toPath()), Files.readString(err.toPath()));
        } finally {
            Files.delete(out.toPath());
            Files.delete(err.toPath());
        }
    }

    @Override
    public void close() throws IOException {
        servers.close();
    }
}
