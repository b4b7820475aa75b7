package dev.assent.resources.quirk;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;

/** Tells which errors leave a connection useless: class 08, a server that goes down, and the like. */
public final class ConnectionLoss {
    /** How long a chain of causes is followed. */
    private static final int CAUSES_MAX = 20;

    private ConnectionLoss() {}

    /** Whether an error says so. */
    public static boolean is(SQLException failed) {
        String state = failed.getSQLState();
        return failed instanceof SQLRecoverableException
                || failed instanceof SQLNonTransientConnectionException
                || (state != null && (state.startsWith("08") || state.startsWith("57P")));
    }

    /** Whether an error, or one of its causes, says so. */
    static boolean isCauseOf(Throwable failed) {
        Throwable cause = failed;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            if (cause instanceof SQLException sql && is(sql)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
