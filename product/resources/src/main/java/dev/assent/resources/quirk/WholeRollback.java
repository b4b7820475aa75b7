package dev.assent.resources.quirk;

import java.sql.SQLException;

/**
 * Tells which errors of a statement mean that the database has rolled back the whole transaction, and goes on with a
 * new one. Pure functions.
 */
final class WholeRollback {
    /** Class of SQLState of the standard: transaction rollback. */
    private static final String ROLLBACK = "40";

    /** SQLState of the standard: the transaction was rolled back, as a deadlock's victim. */
    private static final String VICTIM = "40001";

    private WholeRollback() {}

    /** Whether the SQLState of an error means that, at any database: the SQL standard defines its class. */
    static boolean isByStandard(SQLException failed) {
        String state = failed.getSQLState();
        return state != null && state.startsWith(ROLLBACK);
    }

    /** Whether an error is that of a deadlock's victim. */
    static boolean isVictim(SQLException failed) {
        return VICTIM.equals(failed.getSQLState());
    }
}
