package dev.assent.core.recovery;

import dev.assent.core.time.Clock;

/**
 * The time of the next recovery pass: soon while a pass is worthwhile, otherwise once a period, to find orphans.
 *
 * <p>Thread safety: any thread may call {@link #soon}; the rest belongs to the timer.
 */
public final class RecoverySchedule {
    private static final long BUSY_NANOS = 500_000_000L;

    private final Recovery recovery;
    private final Clock clock;
    private final long periodNanos;
    private long lastNanos;
    private volatile boolean soon;

    /** Starts counting now. */
    public RecoverySchedule(Recovery recovery, Clock clock, int periodSeconds) {
        this.recovery = recovery;
        this.clock = clock;
        this.periodNanos = periodSeconds * 1_000_000_000L;
        this.lastNanos = clock.nanos();
    }

    /** Makes the next pass due at once, since a resource was registered. */
    public void soon() {
        soon = true;
    }

    /** Whether a pass is due; if so, the next is counted from now. */
    public boolean isDue() {
        long since = clock.nanos() - lastNanos;
        boolean due = soon || since >= periodNanos || (since >= BUSY_NANOS && recovery.isWorthwhile());
        if (!due) {
            return false;
        }
        soon = false;
        lastNanos = clock.nanos();
        return true;
    }
}
