package dev.assent.resources.pool;

import dev.assent.core.foreign.Failure;
import java.sql.SQLException;

/** A connection refused a call between two holders: its state is unknown, and nobody else may use it. */
final class UnfitException extends SQLException {
    private static final long serialVersionUID = 1L;

    UnfitException(SQLException driver) {
        super(driver.getMessage(), driver.getSQLState(), driver.getErrorCode(), driver);
    }

    /** For anything but an SQLException. */
    UnfitException(Throwable driver) {
        super(Failure.text(driver), driver);
    }
}
