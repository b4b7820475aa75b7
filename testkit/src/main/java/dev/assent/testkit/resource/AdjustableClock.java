package dev.assent.testkit.resource;

import dev.assent.core.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that goes only when a test says so.
 *
 * <p>Thread safety: safe to share.
 */
public final class AdjustableClock implements Clock {
    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final AtomicLong nanos = new AtomicLong();
    private volatile Runnable onEpochMillis = () -> {};

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public long epochMillis() {
        onEpochMillis.run();
        return START_MILLIS + nanos.get() / NANOS_PER_MILLI;
    }

    /** Runs something each time that a caller asks for the time of day. */
    public void onEpochMillis(Runnable action) {
        onEpochMillis = action;
    }

    /** Lets time pass. */
    public void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
