package dev.assent;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import org.jspecify.annotations.Nullable;

/**
 * A transaction timed out before it was decided, so it rolls back. Every later request gets the same message, in an
 * exception of the API that it used, and this exception among the causes.
 *
 * <p>Immutable and safe to share. It has no stack trace, since the timer throws it.
 */
public final class TimedOutException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String after;

    /**
     * For one transaction.
     *
     * @param timeoutMillis its timeout
     * @param before why it could only roll back before that; null if it could commit
     */
    public TimedOutException(TransactionId id, long timeoutMillis, @Nullable Throwable before) {
        this(id, shown(timeoutMillis), before);
    }

    private TimedOutException(TransactionId id, String after, @Nullable Throwable before) {
        super(MESSAGES.timedOut(id, after), before, true, false);
        this.after = after;
    }

    private static String shown(long millis) {
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }

    private TimedOutException(TimedOutException same, Throwable failed) {
        super(same.getMessage(), failed, true, false);
        this.after = same.after;
    }

    /** The same, as the cause of an error of a thread that was at work for the transaction. */
    public TimedOutException behind(Throwable failed) {
        return new TimedOutException(this, failed);
    }

    /** Its timeout, with the unit. */
    public String after() {
        return after;
    }

    /** As {@link #getMessage}, and never null. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
