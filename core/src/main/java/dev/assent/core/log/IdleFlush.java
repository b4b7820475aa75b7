package dev.assent.core.log;

import dev.assent.core.time.Clock;
import java.util.concurrent.Executor;

/**
 * Forces the end records of a node that has decided nothing for a while, so that a crash does not bring back transactions
 * that were over long before: whoever took part has forgotten them by then. While a node decides, its decisions' forces do
 * that, and this forces nothing.
 *
 * <p>Thread safety: for the node's timer.
 */
public final class IdleFlush {
    /** How long a record waits for a force at most; with the ticks and the force itself less than a second. */
    private static final long WAIT_NANOS = 400_000_000L;

    private final DecisionLog log;
    private final Clock clock;
    private final Executor workers;
    private long forces;
    private long sinceNanos;

    /**
     * Of a log.
     *
     * @param workers force it, since a disk may be slow
     */
    public IdleFlush(DecisionLog log, Clock clock, Executor workers) {
        this.log = log;
        this.clock = clock;
        this.workers = workers;
        this.sinceNanos = clock.nanos();
    }

    /** Looks whether something has waited long enough. */
    public void tick() {
        long now = clock.nanos();
        long known = forces;
        forces = log.statistics().forces();
        if (forces != known || !log.isPending()) {
            sinceNanos = now;
        } else if (now - sinceNanos >= WAIT_NANOS) {
            sinceNanos = now;
            workers.execute(log::flush);
        }
    }
}
