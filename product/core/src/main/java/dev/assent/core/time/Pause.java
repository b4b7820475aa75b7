package dev.assent.core.time;

/**
 * The pause of recovery after a participant could not be reached, or refused: half a second at first, then twice as
 * long each time, up to a limit. Immutable.
 *
 * @param nanos its length
 * @param untilNanos its end, by the node's {@link Clock}
 */
public record Pause(long nanos, long untilNanos) {
    /**
     * The longest pause, unless another is given. Connecting may take 5 s by default; so a participant that returns
     * just after a try is reached within 10 s.
     */
    public static final long SECONDS_MAX = 4;

    /** Nothing has failed. */
    public static final Pause NONE = new Pause(0, Long.MIN_VALUE);

    private static final long NANOS_MIN = 500_000_000L;
    private static final long NANOS_OF_SECOND = 1_000_000_000L;

    /** The pause after another failure, at most {@link #SECONDS_MAX}. */
    public Pause next(long nowNanos) {
        return next(nowNanos, SECONDS_MAX);
    }

    /** The pause after another failure, at most so many seconds. */
    public Pause next(long nowNanos, long secondsMax) {
        long longer = Math.min(Math.max(NANOS_MIN, 2 * nanos), secondsMax * NANOS_OF_SECOND);
        return new Pause(longer, nowNanos + longer);
    }

    /** The same pause, ended now. The next one after a failure is still longer. */
    public Pause ended() {
        return new Pause(nanos, Long.MIN_VALUE);
    }

    /** Whether it is over, so that a retry is allowed. */
    public boolean isOver(long nowNanos) {
        return nowNanos >= untilNanos;
    }
}
