package dev.assent.core.log;

import dev.assent.core.time.Clock;
import java.util.concurrent.Executor;

/**
 * Forces the end records of a node that has decided nothing for a while. Without it, a crash could bring back
 * transactions that were over long before, and that their participants have forgotten. While a node decides, the forces
 * of its decisions do this work, and this class forces nothing.
 *
 * <p>Thread safety: for the node's timer.
 */
public final class IdleFlush {
    /** How long a record waits for a force at most; less than a second with the ticks and the force itself. */
    private static final long WAIT_NANOS = 400_000_000L;

    private final DecisionLog log;
    private final Clock clock;
    private final Executor workers;
    private long forces;
    private long sinceNanos;

    /**
     * For a log.
     *
     * @param workers force it, since a disk may be slow
     */
    public IdleFlush(DecisionLog log, Clock clock, Executor workers) {
        this.log = log;
        this.clock = clock;
        this.workers = workers;
        this.sinceNanos = clock.nanos();
    }

    /** Checks whether a record has waited long enough. */
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
