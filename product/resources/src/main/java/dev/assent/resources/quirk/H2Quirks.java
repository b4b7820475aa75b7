package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.DatabaseQuirks.REFUSED;
import static dev.assent.resources.quirk.DatabaseQuirks.UNSENT;
import static dev.assent.resources.quirk.Situation.Words.AT_ONCE;
import static dev.assent.resources.quirk.Situation.Words.HALF;
import static dev.assent.resources.quirk.Situation.Words.NO;
import static dev.assent.resources.quirk.Situation.Words.OK;

import dev.assent.resources.sql.SqlDialect;

/** H2, embedded. */
final class H2Quirks {
    private static final String LOCAL = "the driver keeps the branch in the connection only";
    private static final String ENDED = "the session ends its transaction; the branch goes on with the next one";
    private static final String NO_CODE = "the driver leaves the XA code at 0";
    private static final String AS_FAILURE = "read as XAER_RMFAIL";

    /** The word counts in its place only: it is also a name. */
    private static final String TRANSACTIONAL_TABLE = "CREATE ~ TEMPORARY TABLE ~ () %sTRANSACTIONAL";

    private H2Quirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("h2", "H2", "2.4.240, embedded", "org.h2.")
                .named("H2 JDBC Driver")
                .deviates(Situation.SAME_RM, NO, LOCAL, "each connection has a branch of its own")
                .deviates(Situation.JOIN_ELSEWHERE, HALF, LOCAL, "never asked")
                .deviates(Situation.INTERLEAVE, "XAER_NOTA", LOCAL, "the transaction keeps its connection")
                .deviates(
                        Situation.ROLLBACK_ELSEWHERE,
                        "success, and it stays prepared",
                        "the driver rolls back the work of the asking connection, which has none",
                        "the branch is listed again and stays prepared. Roll it back by SQL (ROLLBACK TRANSACTION, with"
                                + " its name in INFORMATION_SCHEMA.IN_DOUBT)")
                .deviates(
                        Situation.LIST_AFTER_CLOSE,
                        NO,
                        "a session that closes rolls back all its work, even prepared work",
                        REFUSED)
                .deviates(
                        Situation.COMMIT_AFTER_CLOSE,
                        "XA code 0",
                        "the branch was lost when its connection closed",
                        REFUSED)
                .mends(
                        Situation.DEADLOCK_THEN_PREPARE,
                        HALF,
                        "the victim is rolled back. It goes on with a new transaction, and prepares that",
                        "after SQLState 40001 Assent rolls back and answers XA_RBROLLBACK")
                .needs(Correction.VICTIM_GOES_ON)
                .reads(SqlDialect.H2)
                .endedBy("ALTER", "COMMENT", "CREATE", "DECLARE", "DROP", "GRANT", "REVOKE", "TRUNCATE", "ANALYZE")
                .endedBy("REFRESH")
                .endedBy("EXECUTE IMMEDIATE", "PREPARE", "DEALLOCATE", "SCRIPT", "RUNSCRIPT", "SHUTDOWN", "SET")
                .notEndedBy("ALTER SEQUENCE", "CREATE SEQUENCE")
                .notEndedBy(TRANSACTIONAL_TABLE.formatted(""))
                .notEndedBy(TRANSACTIONAL_TABLE.formatted("NOT PERSISTENT "))
                .notEndedBy(TRANSACTIONAL_TABLE.formatted("NOT LOGGED "))
                .notEndedBy(TRANSACTIONAL_TABLE.formatted("ON COMMIT DROP "))
                .notEndedBy(TRANSACTIONAL_TABLE.formatted("ON COMMIT DELETE ROWS "))
                .notEndedBy(
                        "SET @", "SET SCHEMA", "SET CATALOG", "SET TIME ZONE", "SET LOCK_TIMEOUT", "SET QUERY_TIMEOUT")
                .notEndedBy(
                        "SET SCHEMA_SEARCH_PATH", "SET NON_KEYWORDS", "SET VARIABLE_BINARY", "SET LAZY_QUERY_EXECUTION")
                .deviates(Situation.STATEMENT_COMMITS, AT_ONCE, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_ROLLS_BACK, HALF, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_CREATES, AT_ONCE, "H2 commits before it", UNSENT)
                .deviates(Situation.ISOLATION_SET, AT_ONCE, "H2 commits before it", UNSENT)
                .deviates(Situation.COMMIT_UNKNOWN, "XA code 0", NO_CODE, "asked again while it is listed")
                .deviates(Situation.ROLLBACK_UNKNOWN, OK, LOCAL, "none needed")
                .deviates(Situation.FORGET_UNKNOWN, OK, "H2 has no heuristic outcomes", "none needed")
                .deviates(
                        Situation.ONE_PHASE_TOO_EARLY,
                        OK,
                        "end has no effect, so nothing is too early",
                        "Assent always calls end first")
                .mends(Situation.DEAD_START, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_PREPARE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_ONE_PHASE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_COMMIT, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_ROLLBACK, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_RECOVER, "XAER_RMERR", "the driver uses it for every error", AS_FAILURE)
                .row();
    }
}
