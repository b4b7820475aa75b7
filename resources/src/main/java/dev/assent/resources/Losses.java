package dev.assent.resources;

/**
 * When a pool has learned last that its server ended a connection. All that are older may have been ended with it, so they are
 * tried before they are given out.
 *
 * <p>Thread safety: safe to share.
 */
final class Losses {
    private volatile long lastNanos;
    private volatile boolean isAny;

    /** A connection was found to be lost. */
    void note() {
        lastNanos = System.nanoTime();
        isAny = true;
    }

    /** Whether one was lost since this time, by {@link System#nanoTime()}. */
    boolean isAnySince(long nanos) {
        return isAny && lastNanos - nanos >= 0;
    }
}
