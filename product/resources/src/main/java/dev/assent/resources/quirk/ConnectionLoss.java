package dev.assent.resources.quirk;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells which errors leave a connection useless: SQLState class 08, a server that stops or ends the session, and more.
 */
public final class ConnectionLoss {
    /** Class of the standard: connection exception. */
    private static final String CONNECTION = "08";

    /**
     * PostgreSQL: an operator, or a limit for idle sessions, has ended the session; the server goes down, or is not up.
     */
    private static final String INTERVENTION = "57P";

    /** Other SQLStates of a lost connection, at any database. */
    private static final Set<String> STATES = Set.of(
            "25P03", // PostgreSQL: idle_in_transaction_session_timeout
            "25P04", // PostgreSQL: transaction_timeout
            "58009", // Derby's network client: the conversation is over
            "58010", // Derby's network client: the server wants no more requests
            "XJ015"); // Derby: the engine was shut down

    /**
     * SQLStates that MySQL, MariaDB and their drivers use with these codes. Elsewhere some codes mean another error.
     */
    private static final Set<String> STATES_OF_MYSQL = Set.of("HY000", "70100", "08S01", "08000");

    private static final Set<Integer> CODES_OF_MYSQL = Set.of(
            1053, // ER_SERVER_SHUTDOWN
            1080, // ER_FORCING_CLOSE
            1927, // MariaDB's ER_CONNECTION_KILLED
            2006, // CR_SERVER_GONE_ERROR
            2013, // CR_SERVER_LOST
            2055, // CR_SERVER_LOST_EXTENDED
            3032, // ER_SERVER_OFFLINE_MODE
            3169, // ER_SESSION_WAS_KILLED
            4031); // ER_CLIENT_INTERACTION_TIMEOUT

    private ConnectionLoss() {}

    /** Whether an error, or one that the driver has chained to it, means that the connection is lost. */
    public static boolean is(SQLException failed) {
        return is(failed, error -> false);
    }

    /** The same, with more such errors. */
    static boolean is(SQLException failed, Predicate<SQLException> more) {
        return SqlErrors.isInChain(failed, error -> saysSo(error) || more.test(error));
    }

    private static boolean saysSo(SQLException failed) {
        if (failed instanceof SQLRecoverableException || failed instanceof SQLNonTransientConnectionException) {
            return true;
        }
        String state = failed.getSQLState();
        return state != null
                && (state.startsWith(CONNECTION)
                        || state.startsWith(INTERVENTION)
                        || STATES.contains(state)
                        || (STATES_OF_MYSQL.contains(state) && CODES_OF_MYSQL.contains(failed.getErrorCode())));
    }

    /** Whether an error, or one of its causes, means that the connection is lost. */
    static boolean isCauseOf(Throwable failed, Predicate<SQLException> more) {
        return SqlErrors.isInCauses(failed, error -> saysSo(error) || more.test(error));
    }
}
