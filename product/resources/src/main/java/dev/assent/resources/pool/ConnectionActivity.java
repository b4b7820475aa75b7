package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The last use of a physical connection by its holder, so that the pool can take back a held but unused one. A call
 * that is still running counts as use, however long it takes.
 *
 * <p>Thread safety: safe to share; a call and a reclaim exclude each other, and the first wins.
 */
final class ConnectionActivity {
    private final String pool;
    private @Nullable ConnectionLease holder;
    private int running;
    private long lastNanos = System.nanoTime();
    private @Nullable String reclaimed;

    ConnectionActivity(String pool) {
        this.pool = pool;
    }

    /** Begins the use by this holder. */
    synchronized void start(ConnectionLease lease) {
        holder = lease;
        lastNanos = System.nanoTime();
    }

    /**
     * Ends the use by its holder.
     *
     * @return whether the connection can be given to another: false when it was reclaimed
     */
    synchronized boolean stop() {
        holder = null;
        return reclaimed == null;
    }

    /** A call of the application begins. */
    synchronized void begin() throws SQLException {
        if (reclaimed != null) {
            throw new ToldException(MESSAGES.connectionTakenBack(pool, reclaimed), ToldException.CONNECTION_GONE, null);
        }
        running++;
    }

    /** A call of the application ended. */
    synchronized void end() {
        running--;
        lastNanos = System.nanoTime();
    }

    /** A read from a stream. */
    interface Reading<T> {
        T run() throws IOException;
    }

    /**
     * Reads for the application, from a stream that a call returned.
     *
     * @throws IOException the stream's, or that the pool took the connection back
     */
    <T> T during(Reading<T> reading) throws IOException {
        try {
            begin();
        } catch (SQLException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
        try {
            return reading.run();
        } finally {
            end();
        }
    }

    /** How long this holder has not used it; 0 while a call runs, or when it has another holder. */
    synchronized long untouchedNanos(ConnectionLease lease) {
        return holder == lease && running == 0 ? System.nanoTime() - lastNanos : 0;
    }

    /**
     * Refuses every later call, unless the connection was used meanwhile.
     *
     * @param reason the error of later calls
     */
    synchronized boolean reclaim(ConnectionLease lease, long nanosMin, String reason) {
        if (untouchedNanos(lease) < nanosMin) {
            return false;
        }
        reclaimed = reason;
        return true;
    }
}
