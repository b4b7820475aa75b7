package dev.assent.transport.nativewire;

import dev.assent.core.message.Message;
import dev.assent.core.observe.Notices;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells what others do wrong, and no more than {@link #LINES_MAX} lines of it a minute, so that they can't fill a log.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class SparingNotices implements Notices {
    /** How many lines a minute may have. */
    static final int LINES_MAX = 100;

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
    public synchronized void warning(String text) {
        long now = clock.getAsLong();
        if (now - sinceNanos > MINUTE_NANOS) {
            sinceNanos = now;
            lines = 0;
        }
        lines++;
        if (lines <= LINES_MAX) {
            notices.warning(text);
        } else if (lines == LINES_MAX + 1) {
            notices.warning(Message.NATIVE_MORE_REFUSED.text(LINES_MAX));
        }
    }
}
