package dev.assent.resources.pool;

import java.sql.SQLException;

/** A pooled connection was lost before anybody used it. The pool closes it, and the caller can take another one. */
public final class StaleException extends SQLException {
    private static final long serialVersionUID = 1L;

    StaleException(Throwable found) {
        super(found.getMessage(), ToldException.CONNECTION_GONE, found);
    }

    StaleException() {
        super("the connection did not answer any more", ToldException.CONNECTION_GONE);
    }
}
