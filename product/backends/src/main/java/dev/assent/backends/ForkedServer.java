package dev.assent.backends;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server that is one process, a child of this one; servers in other modules extend it too. Thread safety: see
 * {@link BackendServer}.
 */
public abstract class ForkedServer implements BackendServer {
    private static final int START_SECONDS_MAX = 300;
    private static final int STOP_SECONDS_MAX = 120;
    private static final int TRY_AGAIN_MILLIS = 20;

    private final ServerPlace place;
    private @Nullable Process process;

    /** A server that is not started. */
    protected ForkedServer(ServerPlace place) {
        this.place = place;
    }

    /** The program and its arguments. */
    protected abstract List<String> command() throws IOException;

    /** Asks it to end in an orderly way. */
    protected abstract void stop(Process running) throws IOException;

    /**
     * Connects and closes the connection.
     *
     * @throws Exception while it accepts none
     */
    protected abstract void tryConnection() throws Exception;

    /** Starts the process and waits until it takes connections. */
    protected final void launch() throws IOException {
        place.requirePort();
        Process started;
        try {
            started = new ProcessBuilder(command())
                    .redirectOutput(place.toLog())
                    .redirectError(place.toLog())
                    .start();
        } catch (IOException failed) {
            throw place.notStarted(String.valueOf(failed.getMessage()), failed);
        }
        process = started;
        try {
            awaitConnections(started);
        } catch (IOException failed) {
            kill();
            throw failed;
        }
    }

    private void awaitConnections(Process started) throws IOException {
        long sinceNanos = System.nanoTime();
        while (true) {
            try {
                tryConnection();
                return;
            } catch (Exception notYet) {
                if (!started.isAlive()) {
                    throw place.notStarted("its process ended with exit status " + started.exitValue(), notYet);
                }
                if (System.nanoTime() - sinceNanos > TimeUnit.SECONDS.toNanos(START_SECONDS_MAX)) {
                    throw place.notStarted(
                            "it takes no connections for " + START_SECONDS_MAX + " s: " + notYet.getMessage(), notYet);
                }
            }
            try {
                started.waitFor(TRY_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw place.notStarted("the start was interrupted", interrupted);
            }
        }
    }

    /** The server's identity and place. */
    protected final ServerPlace place() {
        return place;
    }

    @Override
    public final String name() {
        return place.name();
    }

    @Override
    public final int port() {
        return place.port();
    }

    @Override
    public final void kill() throws IOException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            if (!isGone(running)) {
                throw new IOException("process " + running.pid() + " of server '" + name() + "' is not gone "
                        + STOP_SECONDS_MAX + " s after it was killed");
            }
            process = null;
        }
    }

    private static boolean isGone(Process ending) {
        try {
            return ending.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public final Freeze freeze() throws IOException {
        Process running = process;
        if (running == null) {
            throw new IOException("server '" + name() + "' does not run");
        }
        return Freeze.of(running.toHandle());
    }

    @Override
    public final void restart() throws IOException {
        launch();
    }

    /**
     * From now on the server starts with these settings of a JVM. The first run writes the archive of its classes;
     * later runs start with that archive.
     */
    protected final void learn(QuickJvm jvm) throws IOException {
        close();
        launch();
        close();
        jvm.endedInOrder();
        launch();
    }

    /** Kills the server if it does not stop when asked. */
    @Override
    public final void close() throws IOException {
        Process running = process;
        if (running != null) {
            stop(running);
            if (isGone(running)) {
                process = null;
            } else {
                kill();
            }
        }
    }
}
