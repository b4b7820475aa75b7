package dev.assent.transport.soap.coordinator;

import dev.assent.core.time.Clock;
import dev.assent.core.time.Pause;
import java.util.concurrent.TimeUnit;

/**
 * How long participants take to answer, so that a message is sent again only if its answer is late. Repeating sooner
 * does harm: a participant that has voted read-only may have forgotten the transaction. Then it answers a second
 * Prepare with Aborted, which may overtake its vote.
 *
 * <p>An answer is late after the smoothed answer time and four times its deviation (RFC 6298, section 2). The time of
 * an answer counts from the first message, also when that was sent again.
 *
 * <p>Thread safety: safe to share.
 */
final class AnswerTimes {
    /** The shortest pause. */
    private static final long NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(500);

    /** The longest pause, and the one for the very first answer, since a peer may load its classes then. */
    private static final long SECONDS_MAX = 5;

    private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(SECONDS_MAX);

    private final Clock clock;

    /** Negative before the first answer. */
    private long smoothed = -1;

    private long deviation;

    AnswerTimes(Clock clock) {
        this.clock = clock;
    }

    /** Takes the time of an answer, whose message was first sent at this time. */
    synchronized void heard(long sinceNanos) {
        long time = Math.min(clock.nanos() - sinceNanos, NANOS_MAX);
        if (smoothed < 0) {
            smoothed = time;
            deviation = time / 2;
        } else {
            deviation += (Math.abs(smoothed - time) - deviation) / 4;
            smoothed += (time - smoothed) / 8;
        }
    }

    /** The pause after a message that is now sent for the first time. */
    synchronized Pause first(long now) {
        long late = smoothed < 0 ? NANOS_MAX : smoothed + 4 * deviation;
        long nanos = Math.min(Math.max(late, NANOS_MIN), NANOS_MAX);
        return new Pause(nanos, now + nanos);
    }

    /** The pause after a message that is now sent again: twice as long as the one before, up to the limit. */
    static Pause next(Pause before, long now) {
        return before.next(now, SECONDS_MAX);
    }
}
