package dev.assent.resources.quirk;

import java.sql.SQLException;
import java.util.function.Predicate;

/**
 * Tells which errors of a statement mean that the database has rolled back the whole transaction, and goes on with a
 * new one. Pure functions.
 */
final class WholeRollback {
    /** The longest chain of errors that is followed. */
    private static final int ERRORS_MAX = 1_000;

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

    /** Whether an error meets the condition, or another one in its chain: each statement of a batch may fail. */
    static boolean isIn(SQLException failed, Predicate<SQLException> condition) {
        SQLException each = failed;
        for (int i = 0; each != null && i < ERRORS_MAX; i++) {
            if (condition.test(each)) {
                return true;
            }
            each = each.getNextException();
        }
        return false;
    }
}
