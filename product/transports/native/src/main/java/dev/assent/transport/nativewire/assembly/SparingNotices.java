package dev.assent.transport.nativewire.assembly;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Passes on at most {@link #LINES_MAX} lines a minute about what others do wrong, so that they can't fill a log.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class SparingNotices implements Notices {
    /** How many lines are passed on in a minute. */
    public static final int LINES_MAX = 100;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Notices notices;
    private final LongSupplier clock;
    private long sinceNanos;
    private int lines;

    SparingNotices(Notices notices, LongSupplier clock) {
        this.notices = notices;
        this.clock = clock;
        this.sinceNanos = clock.getAsLong();
    }

    @Override
    public void info(String text) {
        notices.info(text);
    }

    @Override
    public void warning(String text) {
        int line = counted();
        if (line <= LINES_MAX) { // without the lock: other threads must not wait for a slow log
            notices.warning(text);
        } else if (line == LINES_MAX + 1) {
            notices.warning(MESSAGES.moreRefused(LINES_MAX));
        }
    }

    /** The number that one more line has in its minute. */
    private synchronized int counted() {
        long now = clock.getAsLong();
        if (now - sinceNanos > MINUTE_NANOS) {
            sinceNanos = now;
            lines = 0;
        }
        return ++lines;
    }
}
