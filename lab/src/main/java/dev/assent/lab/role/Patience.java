package dev.assent.lab.role;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Tells work that takes long from work that has stopped: with the latter there is no more progress. Used by one thread. */
final class Patience {
    private final long nanosMax;
    private final LongSupplier nanoTime;
    private long done = -1;
    private long since;

    /**
     * Begins now.
     *
     * @param max how long there may be no progress
     * @param nanoTime tells the time
     */
    Patience(Duration max, LongSupplier nanoTime) {
        this.nanosMax = max.toNanos();
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Whether it is at its end, with as much as this done until now. */
    boolean isLostAt(long nowDone) {
        long now = nanoTime.getAsLong();
        if (nowDone != done) {
            done = nowDone;
            since = now;
        }
        return now - since > nanosMax;
    }
}
