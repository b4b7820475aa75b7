package dev.assent.backends;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder with servers in it: for each a folder of data and a log, and once for all of a kind their programs. Servers
 * write nothing outside of it. Only their programs are elsewhere if the system property {@value #PROGRAMS} names a folder
 * for the programs of all processes.
 *
 * <p>Thread safety: any thread may call all methods; servers can be started at the same time.
 */
public final class ServerFolder implements AutoCloseable {
    static final String PROGRAMS = "assent.programs";

    private final Path path;
    private final Programs programs;
    private final List<BackendServer> servers = new ArrayList<>();
    private final @Nullable Thread atExit;
    private boolean closed;

    private ServerFolder(Path path, boolean temporary) {
        this.path = path;
        this.programs = Programs.of(path);
        this.atExit = temporary ? new Thread(this::end, "servers-end") : null;
        if (atExit != null) {
            Runtime.getRuntime().addShutdownHook(atExit);
        }
    }

    /** A folder of the caller's, which is never deleted. */
    public static ServerFolder in(Path folder) {
        return new ServerFolder(folder.toAbsolutePath(), false);
    }

    /** A temporary folder that is deleted when it is closed, or when the process ends in an orderly way. */
    public static ServerFolder temporary() {
        try {
            return new ServerFolder(Files.createTempDirectory("assent-servers-"), true);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /** Where the programs of a database are, once a server of it was started here. */
    public Path programsOf(Database database) {
        return programs.folderOf(database);
    }

    /**
     * Starts a server and waits until it takes connections.
     *
     * @param name its folder of data has this name, which is used once; letters, digits and hyphens
     * @throws IOException when it can't be started; the message has the end of its log
     */
    public DatabaseServer start(Database database, String name) throws IOException {
        return switch (database) {
            case POSTGRESQL -> startPostgres(name);
            case MARIADB -> added(new MariaDbServer(placeOf(database, name), programs));
            case DERBY -> added(new DerbyServer(placeOf(database, name)));
        };
    }

    /** As {@link #start} with {@link Database#POSTGRESQL}. */
    public PostgresServer startPostgres(String name) throws IOException {
        return added(new PostgresServer(placeOf(Database.POSTGRESQL, name), programs));
    }

    /**
     * Starts a server of another module.
     *
     * @param title what kind it is, for people
     * @param name its folder of data has this name, which is used once; letters, digits and hyphens
     * @param start starts it and waits until it takes connections
     * @throws IOException when it can't be started
     */
    public <S extends BackendServer> S start(String title, String name, Start<S> start) throws IOException {
        return added(start.at(place(title, name)));
    }

    /** Starts a server at its place. */
    public interface Start<S extends BackendServer> {
        /**
         * Starts it and waits until it takes connections.
         *
         * @throws IOException when it can't be started; the message has the end of its log
         */
        S at(ServerPlace place) throws IOException;
    }

    private ServerPlace placeOf(Database database, String name) throws IOException {
        database.requireJars();
        return place(database.title(), name);
    }

    private ServerPlace place(String title, String name) throws IOException {
        return new ServerPlace(title, name, path, FreePort.find());
    }

    private <S extends BackendServer> S added(S server) throws IOException {
        synchronized (servers) {
            if (!closed) {
                servers.add(server);
                return server;
            }
        }
        server.close();
        throw new IOException("server '" + server.name() + "' is stopped: its folder was closed meanwhile");
    }

    /** Stops all servers; deletes the folder if it is temporary. Idempotent. */
    @Override
    public void close() throws IOException {
        List<BackendServer> all;
        synchronized (servers) {
            if (closed) {
                return;
            }
            closed = true;
            all = List.copyOf(servers);
        }
        try {
            stop(all);
        } finally {
            if (atExit != null) {
                delete(path);
                forgetHook(atExit);
            }
        }
    }

    private static void stop(List<BackendServer> servers) throws IOException {
        IOException first = null;
        for (BackendServer server : servers) {
            try {
                server.close();
            } catch (IOException failed) {
                if (first == null) {
                    first = failed;
                } else {
                    first.addSuppressed(failed);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    private static void forgetHook(Thread hook) {
        if (Thread.currentThread() != hook) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                // the hook is running, and finds nothing left to do
            }
        }
    }

    private void end() {
        try {
            close();
        } catch (IOException failed) {
            System.err.println("servers in " + path + " were not stopped: " + failed.getMessage());
        }
    }
}
