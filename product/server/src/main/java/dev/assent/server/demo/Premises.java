package dev.assent.server.demo;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.backends.ServerFolder;
import dev.assent.server.crash.Bank;
import dev.assent.server.crash.BankServers;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The property of a demonstration: a folder, two database servers with a bank each, and processes that work there.
 * Closing it ends every process it started and deletes every file it made; so does a shutdown hook, when the process is
 * ended from outside.
 *
 * <p>Thread safety: one thread uses it; {@link #close} may be called by any thread.
 */
final class Premises implements AutoCloseable {
    private static final int ENDING_MILLIS = 300;

    private final DemoOptions options;
    private final Terminal terminal;
    private final DemoFolder folder;
    private final Thread hook = new Thread(this::endedFromOutside, "assent-demo-end");
    private final CountDownLatch ending = new CountDownLatch(1);
    private @Nullable BankServers servers;
    private @Nullable Tenant tenant;
    private boolean closed;

    /** A part of the demo with processes of its own. */
    interface Tenant {
        /** Ends all its processes, and starts no more; may be called by any thread. */
        void stop();
    }

    Premises(DemoOptions options, Terminal terminal) throws IOException {
        this.options = options;
        this.terminal = terminal;
        this.folder = DemoFolder.create();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    DemoFolder folder() {
        return folder;
    }

    /**
     * Does something here.
     *
     * @param ifEnded the result if the process was ended from outside meanwhile
     * @throws Exception when it could not be done at all; the message is for people
     */
    <T> T run(Callable<T> work, T ifEnded) throws Exception {
        try {
            return work.call();
        } catch (Exception failure) {
            // Ctrl-C also reaches the processes started here, and may be noticed by them first
            if (ending.await(ENDING_MILLIS, TimeUnit.MILLISECONDS)) {
                return ifEnded;
            }
            throw failure;
        }
    }

    /** Starts both servers and founds their banks. */
    List<Bank> startBanks() throws Exception {
        List<Bank> banks = startServers().await();
        for (Bank bank : banks) {
            bank.found();
        }
        return banks;
    }

    /** Starts nothing any more once the end has begun: a caller that comes later waits until the process ends. */
    private synchronized BankServers startServers() throws InterruptedException {
        stopIfClosed();
        BankServers started = new BankServers(ServerFolder.in(folder.path()), options.databases());
        servers = started;
        return started;
    }

    /** Makes a tenant in the running servers. */
    synchronized <T extends Tenant> T let(Making<T> making) throws Exception {
        stopIfClosed();
        BankServers running = servers;
        if (running == null) {
            throw new IllegalStateException("no servers were started");
        }
        T made = making.make(running);
        tenant = made;
        return made;
    }

    /** Makes a tenant. */
    interface Making<T> {
        /** Makes it; starts nothing. */
        T make(BankServers servers) throws Exception;
    }

    private void stopIfClosed() throws InterruptedException {
        if (closed) {
            throw new InterruptedException("the demo was ended");
        }
    }

    private void endedFromOutside() {
        ending.countDown();
        terminal.line("");
        terminal.line("Ended from outside: stopping all processes" + (options.keep() ? "" : ", deleting all files"));
        terminal.mute();
        Logger.getLogger("dev.assent").setLevel(Level.OFF);
        close();
    }

    /** Ends all processes, deletes all files or says where they are. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        endProcesses();
        if (options.keep()) {
            new KeptThings(folder, options).show(System.out);
        } else {
            deleteFiles();
        }
        if (Thread.currentThread() != hook) {
            removeHook();
        }
    }

    private void endProcesses() {
        if (tenant != null) {
            tenant.stop();
        }
        if (servers != null) {
            servers.close();
        }
    }

    private void deleteFiles() {
        try {
            folder.delete();
        } catch (IOException failure) {
            System.err.println(MESSAGES.demoFolderLeft(folder.path(), failure));
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endedMeanwhile) {
            // it runs already, and will find nothing left to do
        }
    }
}
