package dev.assent.core.transaction;

import dev.assent.core.commit.CommitProtocol;
import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * The terms of transactions.
 *
 * <p>Immutable and safe to share.
 *
 * @param timeoutMillis how long it may take until its decision; 0 for no timeout
 * @param protocol its commit protocol
 */
public record Terms(long timeoutMillis, CommitProtocol protocol) {
    /** No timeout, presumed abort. */
    public static final Terms DEFAULT = new Terms(0, PresumedAbort.INSTANCE);

    /** Refuses a negative timeout. */
    public Terms {
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("timeout " + timeoutMillis + " ms is not allowed; 0 (never) or more is");
        }
    }

    /** When the time of a transaction that begins now is over, on this clock; Long.MAX_VALUE if never. */
    long deadlineNanos(Clock clock) {
        if (timeoutMillis == 0) {
            return Long.MAX_VALUE;
        }
        long now = clock.nanos();
        return now + Math.min(TimeUnit.MILLISECONDS.toNanos(timeoutMillis), Long.MAX_VALUE - Math.max(0, now));
    }
}
