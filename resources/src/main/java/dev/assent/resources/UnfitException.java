package dev.assent.resources;

import java.sql.SQLException;

/** A connection between two holders refused a call: it may not be as it was, and is for nobody else. */
final class UnfitException extends SQLException {
    private static final long serialVersionUID = 1L;

    UnfitException(SQLException driver) {
        super(driver.getMessage(), driver.getSQLState(), driver.getErrorCode(), driver);
    }
}
