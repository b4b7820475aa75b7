package dev.assent.server.crash;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.ServerFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The servers of both banks, started and stopped at the same time.
 *
 * <p>Thread safety: all methods may be called by any thread; closing waits for servers that are being
 * started, and stops them.
 */
public final class BankServers implements AutoCloseable {
    private final List<CompletableFuture<DatabaseServer>> servers = new ArrayList<>();

    /**
     * Begins to start them, each on a thread of its own.
     *
     * @param folder where they are
     * @param databases the kind of each bank's
     */
    public BankServers(ServerFolder folder, List<Database> databases) {
        for (int i = 0; i < databases.size(); i++) {
            Database database = databases.get(i);
            String name = CrashWorld.NAMES.get(i);
            servers.add(CompletableFuture.supplyAsync(() -> start(folder, database, name), BankServers::inThread));
        }
    }

    private static DatabaseServer start(ServerFolder folder, Database database, String name) {
        try {
            return folder.start(database, name);
        } catch (IOException failure) {
            throw new CompletionException(new IOException(MESSAGES.demoServerFailed(failure.getMessage()), failure));
        }
    }

    private static void inThread(Runnable work) {
        Thread thread = new Thread(work, "server");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits until all run.
     *
     * @return the banks in them, which may not be founded yet
     * @throws IOException when one can't be started
     */
    public List<Bank> await() throws IOException {
        List<Bank> banks = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            banks.add(Bank.of(server(i)));
        }
        return List.copyOf(banks);
    }

    /**
     * A server, once it runs.
     *
     * @throws IOException when it can't be started
     */
    DatabaseServer server(int index) throws IOException {
        try {
            return servers.get(index).join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof IOException cause ? cause : new IOException(failure);
        }
    }

    /**
     * Kills a server and starts it again on the same data.
     *
     * @throws IOException when it can't be started
     */
    public void restart(int index) throws IOException {
        server(index).kill();
        server(index).restart();
    }

    /** Makes later restarts quicker, as {@link DatabaseServer#learn} says. */
    public void learn() throws IOException {
        for (int i = 0; i < servers.size(); i++) {
            server(i).learn();
        }
    }

    /** Stops all that were started. */
    @Override
    public void close() {
        List<CompletableFuture<Void>> stops = servers.stream()
                .map(server -> server.handle((started, failure) -> started)
                        .thenAcceptAsync(BankServers::stop, BankServers::inThread))
                .toList();
        stops.forEach(CompletableFuture::join);
    }

    private static void stop(@Nullable DatabaseServer server) {
        if (server == null) {
            return;
        }
        try {
            server.close();
        } catch (IOException failure) {
            System.err.println(failure.getMessage());
        }
    }
}
