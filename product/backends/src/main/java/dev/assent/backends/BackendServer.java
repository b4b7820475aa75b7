package dev.assent.backends;

import java.io.IOException;

/**
 * A server in processes of its own that can be killed, and started again on the data that it had on disk.
 *
 * <p>Thread safety: one thread at a time kills, restarts and closes it; any thread may call the rest.
 */
public interface BackendServer extends AutoCloseable {
    /** Its name in its folder and its messages. */
    String name();

    /** Where it listens; the same after {@link #restart}. */
    int port();

    /**
     * Kills all of its processes with signal 9, and waits until they are gone. Does nothing if it is killed already.
     *
     * @throws IOException if a process does not end
     */
    void kill() throws IOException;

    /**
     * Starts it again after {@link #kill}, on the same data and the same port, and waits until it takes
     * connections.
     *
     * @throws IOException when it can't be started; the message has the end of its log
     */
    void restart() throws IOException;

    /**
     * Makes later starts quicker, if the server can learn something from earlier ones. That may take some starts, so it
     * is for callers that restart the server often.
     *
     * @throws IOException as for {@link #restart}
     */
    default void learn() throws IOException {}

    /**
     * Stops all of its processes until the returned object is closed.
     *
     * @throws IOException if it does not run, or can't be stopped
     */
    Freeze freeze() throws IOException;

    /** Stops it and waits until it is gone. Its folder stays. Idempotent. */
    @Override
    void close() throws IOException;
}
