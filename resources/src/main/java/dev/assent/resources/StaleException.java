package dev.assent.resources;

import java.sql.SQLException;

/** A connection out of the pool was lost before anybody used it. It is closed, and another one can be taken. */
final class StaleException extends SQLException {
    private static final long serialVersionUID = 1L;

    StaleException(Throwable found) {
        super(found.getMessage(), ToldException.CONNECTION_GONE, found);
    }

    StaleException() {
        super("the connection did not answer any more", ToldException.CONNECTION_GONE);
    }
}
