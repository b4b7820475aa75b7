package dev.assent.remote.transport;

/**
 * How long recovery leaves somebody alone who was not reached, or has refused: half a second at first, then twice as long
 * each time, and never longer than {@link #SECONDS_MAX}. Immutable.
 *
 * @param nanos how long it is
 * @param untilNanos when it is over
 */
public record Pause(long nanos, long untilNanos) {
    /** The longest. */
    public static final long SECONDS_MAX = 4;

    /** Nothing has failed. */
    public static final Pause NONE = new Pause(0, Long.MIN_VALUE);

    private static final long NANOS_MIN = 500_000_000L;
    private static final long NANOS_MAX = SECONDS_MAX * 1_000_000_000L;

    /** The one after another failure. */
    public Pause next(long nowNanos) {
        long longer = Math.min(Math.max(NANOS_MIN, 2 * nanos), NANOS_MAX);
        return new Pause(longer, nowNanos + longer);
    }

    /** Whether it may be tried again. */
    public boolean isOver(long nowNanos) {
        return nowNanos >= untilNanos;
    }
}
