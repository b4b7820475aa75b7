package dev.assent.resources.quirk;

import java.sql.SQLException;
import java.util.Set;

/** Tells which errors of a COMMIT mean that the database has rolled back. Pure functions. */
public final class Refusal {
    /** Classes of SQLState of the standard: an integrity constraint is violated; transaction rollback. */
    private static final String CONSTRAINT = "23";

    private static final String ROLLBACK = "40";

    /** Transaction rollback, but the fate of the statement is unknown. */
    private static final String COMPLETION_UNKNOWN = "40003";

    /** PostgreSQL: a statement was canceled, by its time limit or by an operator. */
    private static final String CANCELED = "57014";

    /**
     * Classes of PostgreSQL and its driver that a failing server or driver also uses: resources, an operator's
     * intervention, the system, configuration files, internal errors, errors that the driver has made up.
     */
    private static final Set<String> DOUBTFUL = Set.of("08", "53", "57", "58", "F0", "XX", "60", "99");

    private static final String SERVER_MESSAGE = "getServerErrorMessage";

    private Refusal() {}

    /** Whether the SQLState of an error means that, at any database: the SQL standard defines these states. */
    public static boolean isByStandard(SQLException failed) {
        String state = failed.getSQLState();
        return state != null
                && (state.startsWith(CONSTRAINT) || (state.startsWith(ROLLBACK) && !state.equals(COMPLETION_UNKNOWN)));
    }

    /**
     * Whether PostgreSQL has refused a COMMIT with this error, if the session goes on. An error of the application's
     * own code, such as a deferred trigger, may have any SQLState, and comes before anything is committed. Excluded are
     * the errors of a failing server, and those that the driver has made up, perhaps after the server's answer.
     */
    public static boolean isByPostgreSql(SQLException failed) {
        String state = failed.getSQLState();
        return state != null
                && state.length() > 2
                && !ConnectionLoss.is(failed)
                && isOfServer(failed)
                && (state.equals(CANCELED) || !DOUBTFUL.contains(state.substring(0, 2)));
    }

    /** Whether pgjdbc has received this error from the server. */
    private static boolean isOfServer(SQLException failed) {
        try {
            return failed.getClass().getMethod(SERVER_MESSAGE).invoke(failed) != null;
        } catch (ReflectiveOperationException ofAnother) {
            return false;
        }
    }
}
