package dev.assent.resources;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** An SQLException whose message says all there is to say, so that nobody wraps it again. */
final class ToldException extends SQLException {
    private static final long serialVersionUID = 1L;

    /** SQLState of the standard: invalid transaction state. */
    static final String INVALID_TRANSACTION_STATE = "25000";

    /** SQLState of the standard: invalid transaction termination. */
    static final String INVALID_TERMINATION = "2D000";

    /** SQLState of the standard: the connection can't be established. */
    static final String NOT_CONNECTED = "08001";

    /** SQLState of the call-level interface: the caller was interrupted. */
    static final String CANCELLED = "HY008";

    /** SQLState of the standard: the connection is there no more. */
    static final String CONNECTION_GONE = "08003";

    ToldException(String message, String state, @Nullable Throwable cause) {
        super(message, state, cause);
    }

    /** With the SQLState and the vendor's code of the driver's exception. */
    ToldException(String message, SQLException driver) {
        super(message, driver.getSQLState(), driver.getErrorCode(), driver);
    }

    /** The one in a chain of causes; null when there is none. */
    static @Nullable ToldException in(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof ToldException told) {
                return told;
            }
        }
        return null;
    }
}
