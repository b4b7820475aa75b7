package dev.assent.server.demo;

import dev.assent.core.message.Message;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A PostgreSQL server of the demo's own, with durability on, that listens on the loopback interface only.
 *
 * <p>Thread safety: one thread starts and stops it.
 */
final class PostgresServer implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(30);
    private static final int STOP_SECONDS_MAX = 5;
    private static final int LOG_LINES_SHOWN = 15;

    private final Path data;
    private final EmbeddedPostgres embedded;

    private PostgresServer(Path data, EmbeddedPostgres embedded) {
        this.data = data;
        this.embedded = embedded;
    }

    /**
     * Where the library unpacks PostgreSQL's programs: in the demo's folder, since nothing may stay behind.
     * To be called before the first server is started.
     */
    static void unpackInto(Path programs) {
        System.setProperty("ot.epg.working-dir", programs.toString());
    }

    /**
     * Starts a server; takes a few seconds.
     *
     * @param folder where its data and its log go
     * @throws IOException when it can't be started; the message has the end of its log
     */
    static PostgresServer start(DemoFolder folder, String name) throws IOException {
        Path data = folder.of(name);
        Path log = folder.of(name + ".log");
        ProcessBuilder.Redirect toLog = ProcessBuilder.Redirect.appendTo(log.toFile());
        try {
            EmbeddedPostgres embedded = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(START_MAX)
                    .setOutputRedirector(toLog)
                    .setErrorRedirector(toLog)
                    .setLocaleConfig("locale", "C")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("max_prepared_transactions", "100")
                    // nothing outside of its folder: no socket in /tmp, no shared memory in /dev/shm
                    .setServerConfig("unix_socket_directories", "")
                    .setServerConfig("dynamic_shared_memory_type", "mmap")
                    .start();
            return new PostgresServer(data, embedded);
        } catch (IOException | RuntimeException failure) {
            stopWhatIsLeft(data);
            throw new IOException(Message.DEMO_SERVER_FAILED.text(name, failure.getMessage(), tail(log)), failure);
        }
    }

    /** Where it listens, on the loopback interface. */
    int port() {
        return embedded.getPort();
    }

    /** Stops it and waits until it is gone. */
    @Override
    public void close() throws IOException {
        embedded.close();
        stopWhatIsLeft(data);
    }

    /** A server that did not stop when it was told to is ended by its process id. */
    private static void stopWhatIsLeft(Path data) throws IOException {
        Path pidFile = data.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return;
        }
        List<String> lines = Files.readAllLines(pidFile);
        Optional<ProcessHandle> process = ProcessHandle.of(
                        Long.parseLong(lines.get(0).strip()))
                // of a server that crashed, the id may be another process' by now
                .filter(each -> each.info().commandLine().orElse("").contains(data.toString()));
        if (process.isEmpty()) {
            return;
        }
        process.get().destroy();
        try {
            process.get().onExit().get(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException tooSlow) {
            process.get().destroyForcibly();
        }
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
        } catch (IOException unreadable) {
            return "(its log can't be read: " + unreadable.getMessage() + ")";
        }
    }
}
