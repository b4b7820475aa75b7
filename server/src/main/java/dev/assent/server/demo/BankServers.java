package dev.assent.server.demo;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.ServerFolder;
import dev.assent.core.message.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The servers of all banks, started and stopped at the same time.
 *
 * <p>Thread safety: all methods may be called by any thread; closing waits for servers that are being
 * started, and stops them.
 */
final class BankServers implements AutoCloseable {
    /** The names of the banks. */
    static final List<String> NAMES = List.of("north", "south");

    private final List<CompletableFuture<DatabaseServer>> servers = new ArrayList<>();

    /** Begins to start them, each on a thread of its own. */
    BankServers(DemoFolder folder) {
        ServerFolder servers = ServerFolder.in(folder.path());
        for (String name : NAMES) {
            this.servers.add(CompletableFuture.supplyAsync(() -> start(servers, name), BankServers::inThread));
        }
    }

    private static DatabaseServer start(ServerFolder servers, String name) {
        try {
            return servers.start(Database.POSTGRESQL, name);
        } catch (IOException failure) {
            throw new CompletionException(
                    new IOException(Message.DEMO_SERVER_FAILED.text(failure.getMessage()), failure));
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
     * @throws IOException when one can't be started
     */
    List<Bank> await() throws IOException {
        List<Bank> banks = new ArrayList<>();
        try {
            for (int i = 0; i < NAMES.size(); i++) {
                banks.add(new Bank(NAMES.get(i), servers.get(i).join().port()));
            }
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof IOException cause ? cause : new IOException(failure);
        }
        return List.copyOf(banks);
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
