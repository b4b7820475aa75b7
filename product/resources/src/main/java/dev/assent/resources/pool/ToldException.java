package dev.assent.resources.pool;

import dev.assent.TimedOutException;
import dev.assent.core.foreign.Failure;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** An SQLException with a complete message, which nobody wraps again. */
final class ToldException extends SQLException {
    private static final long serialVersionUID = 1L;

    /** SQLState of the standard: invalid transaction state. */
    static final String INVALID_TRANSACTION_STATE = "25000";

    /** SQLState of the standard: transaction rollback. */
    static final String ROLLED_BACK = "40000";

    /** SQLState of the standard: invalid transaction termination. */
    static final String INVALID_TERMINATION = "2D000";

    /** SQLState of the standard: the connection can't be established. */
    static final String NOT_CONNECTED = "08001";

    /** SQLState of the call-level interface: the caller was interrupted. */
    static final String CANCELLED = "HY008";

    /** SQLState of the standard: the connection no longer exists. */
    static final String CONNECTION_GONE = "08003";

    /** SQLState of the standard: feature not supported. */
    static final String NOT_SUPPORTED = "0A000";

    ToldException(String message, String state, @Nullable Throwable cause) {
        super(message, state, cause);
    }

    /** With the SQLState and the vendor's code of the driver's exception. */
    ToldException(String message, SQLException driver) {
        super(message, driver.getSQLState(), driver.getErrorCode(), driver);
    }

    /**
     * A transaction has timed out: the same text for every caller, with the timeout among the causes.
     *
     * @param failed the error that the caller would have got; null for none
     */
    static ToldException timedOut(TimedOutException timeout, @Nullable SQLException failed) {
        return new ToldException(timeout.text(), ROLLED_BACK, failed == null ? timeout : timeout.behind(failed));
    }

    /** The one in a chain of causes; null when there is none. */
    static @Nullable ToldException in(Throwable failed) {
        return Failure.find(failed, ToldException.class);
    }
}
