package dev.assent.backends;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.PGProperty;
import org.postgresql.xa.PGXADataSource;

/** A PostgreSQL server with 100 prepared transactions at most. Thread safety: see {@link DatabaseServer}. */
public final class PostgresServer implements DatabaseServer {
    private static final Duration START_MAX = Duration.ofMinutes(5);
    private static final int STOP_SECONDS_MAX = 120;
    private static final int ASK_AGAIN_MILLIS = 5;
    private static final String USER = "postgres";

    private final ServerPlace place;
    private final Programs programs;
    private EmbeddedPostgres embedded;
    private boolean running;

    PostgresServer(ServerPlace place, Programs programs) throws IOException {
        this.place = place;
        this.programs = programs;
        this.embedded = launch();
        this.running = true;
    }

    private EmbeddedPostgres launch() throws IOException {
        place.requirePort();
        Path folder = programs.folderOf(Database.POSTGRESQL);
        // the library makes this folder, by default among the temporary files, even if it uses the other one
        System.setProperty("ot.epg.working-dir", folder.toString());
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setPgBinaryResolver(programs.postgres())
                    .setOverrideWorkingDirectory(folder.toFile())
                    .setDataDirectory(place.data())
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(START_MAX)
                    .setPort(place.port())
                    .setOutputRedirector(place.toLog())
                    .setErrorRedirector(place.toLog())
                    .setLocaleConfig("locale", "C")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("max_prepared_transactions", "100")
                    // no files outside of its folder: no socket in /tmp
                    .setServerConfig("unix_socket_directories", "");
            if (!Platform.here().equals(Optional.of(Platform.WINDOWS_X64))) {
                // and no shared memory in /dev/shm; Windows has only one kind of it
                builder.setServerConfig("dynamic_shared_memory_type", "mmap");
            }
            return programs.start(builder);
        } catch (IOException | RuntimeException failed) {
            stopWhatIsLeft();
            throw place.notStarted(String.valueOf(failed.getMessage()), failed);
        }
    }

    @Override
    public Database database() {
        return Database.POSTGRESQL;
    }

    @Override
    public String name() {
        return place.name();
    }

    @Override
    public int port() {
        return place.port();
    }

    @Override
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/postgres";
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
        return PGXADataSource.class.getName();
    }

    @Override
    public Map<String, String> xaProperties() {
        return ServerProperties.of("url", url(), "user", USER);
    }

    /** A source of XA connections to it, as a fresh object. */
    public PGXADataSource xaDataSource() {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url());
        source.setUser(USER);
        return source;
    }

    @Override
    public List<String> prepared() {
        return query("SELECT gid FROM pg_prepared_xacts ORDER BY prepared");
    }

    /**
     * As for other servers, but it waits at most five minutes for a lock: a branch left in doubt may hold it forever.
     */
    @Override
    public Connection connect() throws SQLException {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, USER);
        PGProperty.OPTIONS.set(properties, "-c lock_timeout=5min");
        return DriverManager.getConnection(url(), properties);
    }

    /** Rolls back the transactions that a test has left in doubt. */
    public void rollBackPrepared() {
        prepared().forEach(each -> execute("ROLLBACK PREPARED '" + each + "'"));
    }

    /**
     * From now on this user needs a password.
     *
     * @throws IOException when the server's rules can't be changed
     */
    public void requirePasswordOf(String user) throws IOException {
        Path rules = place.data().resolve("pg_hba.conf");
        Files.writeString(rules, "host all " + user + " all scram-sha-256\n" + Files.readString(rules));
        String before = query("SELECT pg_conf_load_time()").get(0);
        execute("SELECT pg_reload_conf()");
        while (query("SELECT pg_conf_load_time()").get(0).equals(before)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void kill() throws IOException {
        Optional<ProcessHandle> leader = leader();
        if (leader.isEmpty()) {
            return;
        }
        List<ProcessHandle> all = new ArrayList<>(leader.get().descendants().toList());
        all.add(0, leader.get());
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            if (!isGone(each)) {
                throw new IOException("process " + each.pid() + " of server '" + name() + "' is not gone "
                        + STOP_SECONDS_MAX + " s after it was killed");
            }
        }
        running = false;
        // otherwise a new server may take a killed process that is still a zombie for a running server
        Files.deleteIfExists(pidFile());
        embedded.close();
    }

    /**
     * Whether a process is gone within a limit. It polls, since the JDK learns only after a while of the end of a
     * process that is not its child. A zombie counts as gone: it has only its exit status left, which the system's
     * first process may fetch late.
     */
    private static boolean isGone(ProcessHandle process) {
        long sinceNanos = System.nanoTime();
        while (process.isAlive() && !isZombie(process)) {
            if (System.nanoTime() - sinceNanos > TimeUnit.SECONDS.toNanos(STOP_SECONDS_MAX)) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ASK_AGAIN_MILLIS));
        }
        return true;
    }

    private static boolean isZombie(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            // the state follows the name, which may have blanks and parentheses itself
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException gone) {
            // or a system without /proc
            return false;
        }
    }

    @Override
    public Freeze freeze() throws IOException {
        return Freeze.of(leader().orElseThrow(() -> new IOException("server '" + name() + "' does not run")));
    }

    private Path pidFile() {
        return place.data().resolve("postmaster.pid");
    }

    /** The process that has started all others, if it runs. */
    private Optional<ProcessHandle> leader() throws IOException {
        if (!Files.exists(pidFile())) {
            return Optional.empty();
        }
        long pid = Long.parseLong(Files.readAllLines(pidFile()).get(0).strip());
        return ProcessHandle.of(pid).filter(this::isOurs);
    }

    /**
     * Whether the process belongs to this server: after a crash, another process may have its id. Windows does not show
     * the arguments of a process, but its program, and ours is in the folder of the servers.
     */
    private boolean isOurs(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        return info.commandLine()
                .map(line -> line.contains(place.data().toString()))
                .orElseGet(() -> info.command()
                        .map(Path::of)
                        .filter(program -> program.startsWith(programs.folderOf(Database.POSTGRESQL)))
                        .isPresent());
    }

    @Override
    public void restart() throws IOException {
        embedded = launch();
        running = true;
    }

    @Override
    public void close() throws IOException {
        if (running) {
            running = false;
            embedded.close();
        }
        stopWhatIsLeft();
    }

    /** Ends, by its process id, a server that did not stop when asked. */
    private void stopWhatIsLeft() throws IOException {
        Optional<ProcessHandle> left = leader();
        if (left.isPresent()) {
            left.get().destroy();
            if (!isGone(left.get())) {
                left.get().destroyForcibly();
            }
        }
    }
}
