package dev.assent.resources.pool;

/**
 * The time of the last loss in a pool. The server may have ended all older connections, too, so the pool tests them
 * before it gives them out.
 *
 * <p>Thread safety: safe to share.
 */
final class Losses {
    private volatile long lastNanos;
    private volatile boolean isAny;

    /** Notes a lost connection. */
    void note() {
        lastNanos = System.nanoTime();
        isAny = true;
    }

    /** Whether one was lost since this time, by {@link System#nanoTime()}. */
    boolean isAnySince(long nanos) {
        return isAny && lastNanos - nanos >= 0;
    }
}
