package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.OK;
import static dev.assent.resources.quirk.Situation.Words.PREPARED_AGAIN;

import dev.assent.resources.sql.SqlDialect;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Set;

/** The answers of the servers of the MySQL family, with any driver. */
final class MySqlFamily {
    private static final String OWNED =
            "a prepared branch belongs to its session until that ends. The server notices a dead client late";
    private static final String ASK_LATER =
            "recovery repeats its call after XAER_NOTA until a later in-doubt list lacks the branch (law 11)";
    private static final String ONE_SESSION = "a session has one branch, from start to commit";

    /** Errors after which InnoDB rolls back the whole transaction, though their SQLState is HY000. */
    private static final Set<Integer> ROLLBACKS = Set.of(
            1020, // ER_CHECKREAD: the row has changed since the snapshot, with innodb_snapshot_isolation
            1206); // ER_LOCK_TABLE_FULL

    /**
     * InnoDB rolls back the statement only, unless {@code innodb_rollback_on_timeout} is on. MySQL's driver gives it
     * the SQLState 40001 of a victim.
     */
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private MySqlFamily() {}

    private static boolean isLocalRollback(SQLException failed) {
        boolean isByState = WholeRollback.isByStandard(failed) && failed.getErrorCode() != LOCK_WAIT_TIMEOUT;
        return isByState || ROLLBACKS.contains(failed.getErrorCode()) || hidesErrors(failed);
    }

    /**
     * Whether a batch had errors that nobody can see: any of them may be one of a rollback. Both drivers go on after an
     * error, and count each statement that failed. MySQL's driver keeps the last error, MariaDB's the first one. At a
     * timeout MySQL's driver stops a prepared batch, and does not count the last statement. If a driver sends the rows
     * of a batch as one statement, it counts each row as failed; that looks the same.
     */
    private static boolean hidesErrors(SQLException failed) {
        if (!(failed instanceof BatchUpdateException batch) || batch.getUpdateCounts() == null) {
            return false;
        }
        long failures = Arrays.stream(batch.getUpdateCounts())
                .filter(count -> count == Statement.EXECUTE_FAILED)
                .count();
        return failures > (batch.getCause() instanceof SQLTimeoutException ? 0 : 1);
    }

    static DatabaseQuirks.Row row(String key, String product, String tried, String driverPackage) {
        return new DatabaseQuirks.Row(key, product, tried, driverPackage)
                .reads(SqlDialect.MYSQL)
                .rolledBackLocallyBy(MySqlFamily::isLocalRollback)
                .answers(Situation.STATEMENT_CREATES, FAILS)
                .endedBy("XA")
                .endedLocallyBy("SET * AUTOCOMMIT =", "SET PASSWORD", "SET DEFAULT ROLE", "SET STATEMENT", "EXECUTE")
                .endedLocallyBy("START", "STOP", "LOCK", "FLUSH", "RESET", "CHANGE", "BACKUP")
                .endedLocallyBy("SHUTDOWN", "RESTART")
                .endedLocallyBy("BEGIN", "IF", "CASE", "FOR", "LOOP", "WHILE", "REPEAT") // may contain COMMIT
                .endedLocallyBy(
                        "ALTER", "CREATE", "DROP", "TRUNCATE", "RENAME", "GRANT", "REVOKE", "INSTALL", "UNINSTALL")
                .endedLocallyBy("ANALYZE * TABLE", "CHECK", "OPTIMIZE", "REPAIR", "CACHE INDEX", "LOAD INDEX")
                .notEndedBy("DROP TEMPORARY")
                .notEndedBy("CREATE TEMPORARY TABLE", "CREATE OR REPLACE TEMPORARY TABLE")
                .deviates(
                        Situation.JOIN_ELSEWHERE,
                        "XAER_INVAL",
                        "the server parses JOIN and refuses it",
                        "never asked, though isSameRM says yes. Each connection has its own branch")
                .deviates(Situation.JOIN_AGAIN, "XAER_INVAL", "as above", "Assent calls end once, before prepare")
                .deviates(
                        Situation.SUSPEND_RESUME,
                        "XAER_INVAL",
                        "the server parses SUSPEND and RESUME and refuses them",
                        "Assent calls end only before prepare or rollback")
                .deviates(Situation.INTERLEAVE, "XAER_INVAL", ONE_SESSION, "the transaction keeps its connection")
                .deviates(Situation.COMMIT_ELSEWHERE, "XAER_NOTA", OWNED, ASK_LATER)
                .deviates(Situation.ROLLBACK_ELSEWHERE, "XAER_NOTA", OWNED, ASK_LATER)
                .deviates(
                        Situation.ROLLBACK_THEN_KILL,
                        PREPARED_AGAIN,
                        "a rollback by another session is not forced. A crash within"
                                + " innodb_flush_log_at_timeout (a second) undoes it. Commits are"
                                + " forced",
                        "the branch is listed again, and the next recovery pass rolls it back (presumed abort)")
                .deviates(
                        Situation.FORGET_UNKNOWN,
                        OK,
                        "the server has no heuristic outcomes, so the driver does nothing",
                        "none needed")
                .mends(
                        Situation.ONE_PHASE_TOO_EARLY,
                        "XAER_RMFAIL",
                        "the server's error 1399 is named XAER_RMFAIL, but means a wrong state of the branch",
                        "read as XAER_PROTO, not as a hazard, since the branch can still be rolled back")
                .needs(Correction.WRONG_STATE_AS_FAILURE);
    }
}
