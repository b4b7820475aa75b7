package dev.assent.core.time;

/**
 * How long recovery leaves somebody alone who was not reached, or has refused: half a second at first, then twice as long
 * each time, up to a limit. Immutable.
 *
 * @param nanos how long it is
 * @param untilNanos when it is over, by the node's {@link Clock}
 */
public record Pause(long nanos, long untilNanos) {
    /**
     * The longest, but where another is given. With the 5 s that connecting may take by default, who returns just after a
     * try is reached within 10 s.
     */
    public static final long SECONDS_MAX = 4;

    /** Nothing has failed. */
    public static final Pause NONE = new Pause(0, Long.MIN_VALUE);

    private static final long NANOS_MIN = 500_000_000L;
    private static final long NANOS_OF_SECOND = 1_000_000_000L;

    /** The one after another failure, of {@link #SECONDS_MAX} at most. */
    public Pause next(long nowNanos) {
        return next(nowNanos, SECONDS_MAX);
    }

    /** The one after another failure, of so many seconds at most. */
    public Pause next(long nowNanos, long secondsMax) {
        long longer = Math.min(Math.max(NANOS_MIN, 2 * nanos), secondsMax * NANOS_OF_SECOND);
        return new Pause(longer, nowNanos + longer);
    }

    /** The same, over by now: after another failure the next one is longer all the same. */
    public Pause ended() {
        return new Pause(nanos, Long.MIN_VALUE);
    }

    /** Whether it may be tried again. */
    public boolean isOver(long nowNanos) {
        return nowNanos >= untilNanos;
    }
}
