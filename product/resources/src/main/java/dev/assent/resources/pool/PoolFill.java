package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.foreign.Failure;
import dev.assent.core.observe.Notices;
import dev.assent.resources.PoolSetting;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the first connections of a pool, on its own thread: takes that many at once and gives them all back. It stops
 * as soon as a caller waits for a connection, and at the first failure.
 *
 * <p>Agroal can fill a pool too, but reports no failure.
 */
final class PoolFill implements Runnable {
    private final OpenJdbcPool pool;
    private final Notices notices;
    private final int count;

    private PoolFill(OpenJdbcPool pool, Notices notices, int count) {
        this.pool = pool;
        this.notices = notices;
        this.count = count;
    }

    /** Starts, if the pool has connections to prefill. */
    static void start(OpenJdbcPool pool, Notices notices) {
        int count = pool.config().count(PoolSetting.CONNECTIONS_PREFILLED);
        if (count > 0) {
            Thread thread = new Thread(new PoolFill(pool, notices, count), "assent-pool-" + pool.name() + "-fill");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        List<Connection> made = new ArrayList<>();
        try {
            while (made.size() < count && pool.statistics().waiting() == 0) {
                made.add(pool.getConnection());
            }
        } catch (Throwable failed) {
            if (!pool.isClosed()) {
                notices.warning(MESSAGES.poolNotFilled(pool.name(), count, Failure.message(failed), made.size()));
            }
        } finally {
            made.forEach(PoolFill::giveBack);
        }
    }

    private static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (Throwable broken) {
            // the pool closes it
        }
    }
}
