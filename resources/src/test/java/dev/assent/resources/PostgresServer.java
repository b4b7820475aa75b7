package dev.assent.resources;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;

/**
 * A real PostgreSQL server with durable writes and prepared transactions, on a port of the system's. It
 * ends with this process at the latest, and its files with it.
 */
final class PostgresServer implements AutoCloseable {
    private final Path folder;
    private final int port;
    private final Thread atExit = new Thread(this::stop);
    private EmbeddedPostgres process;

    private PostgresServer(Path folder) throws IOException {
        this.folder = folder;
        this.process = builder().start();
        this.port = process.getPort();
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    static PostgresServer start() {
        try {
            Path folder = Files.createTempDirectory("assent-postgres");
            try {
                return new PostgresServer(folder);
            } catch (IOException | RuntimeException failed) {
                delete(folder);
                throw failed;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofSeconds(30))
                .setServerConfig("max_prepared_transactions", "100")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
    }

    /** A data source of XA connections, as a fresh object. */
    PGXADataSource xaDataSource() {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url());
        source.setUser("postgres");
        return source;
    }

    String url() {
        return "jdbc:postgresql://localhost:" + port + "/postgres";
    }

    /** Runs a statement with a connection of its own. */
    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** The first column of every row, with a connection of its own. */
    List<String> query(String sql) {
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

    /** What it holds in doubt. */
    List<String> prepared() {
        return query("select gid from pg_prepared_xacts");
    }

    private Connection connect() throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url());
        source.setUser("postgres");
        return source.getConnection();
    }

    /** From now on this user needs a password. */
    void requirePasswordOf(String user) {
        List<String> before = query("select pg_conf_load_time()");
        try {
            Path rules = folder.resolve("data/pg_hba.conf");
            Files.writeString(rules, "host all " + user + " all scram-sha-256\n" + Files.readString(rules));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        execute("select pg_reload_conf()");
        await().until(() -> !query("select pg_conf_load_time()").equals(before));
    }

    /** Kills the server with all its processes, as a power failure would. */
    void kill() throws Exception {
        long leader = Long.parseLong(
                Files.readAllLines(folder.resolve("data/postmaster.pid")).get(0));
        ProcessHandle server = ProcessHandle.of(leader).orElseThrow();
        List<ProcessHandle> all = new ArrayList<>(server.descendants().toList());
        all.add(0, server);
        for (ProcessHandle each : all) {
            each.destroyForcibly();
        }
        for (ProcessHandle each : all) {
            each.onExit().get(10, TimeUnit.SECONDS);
        }
        process.close();
    }

    /** Starts it again after {@link #kill}, on the same data and port. */
    void restart() throws IOException {
        process = builder().setPort(port).start();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        stop();
    }

    private void stop() {
        try {
            process.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
