package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.identity.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's time was over before it was decided, so that it is rolled back. Everybody who asks something of it afterwards
 * gets the same message, in an exception of the API that was asked, and finds this among the causes.
 *
 * <p>Immutable and safe to share. It has no stack, since the clock has thrown it.
 */
public final class TimedOutException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String after;

    /**
     * Of one transaction.
     *
     * @param timeoutMillis how long it had
     * @param before why it could only roll back before that; null when it was not so
     */
    TimedOutException(TransactionId id, long timeoutMillis, @Nullable Throwable before) {
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

    /** The same, as the cause of an error that somebody would have got who was at work for the transaction. */
    public TimedOutException behind(Throwable failed) {
        return new TimedOutException(this, failed);
    }

    /** How long it had, with the unit. */
    public String after() {
        return after;
    }

    /** As {@link #getMessage}, and never null. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
