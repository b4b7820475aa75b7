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
    private static final String LOCAL = "the driver keeps the branch in the connection, and looks at nothing else";
    private static final String ENDED = "the session ends its transaction, and the branch goes on with the next one";
    private static final String NO_CODE = "the driver leaves the XA code at 0";
    private static final String AS_FAILURE = "read as XAER_RMFAIL";

    private H2Quirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("h2", "H2 2.4.240, embedded", "org.h2.")
                .named("H2 JDBC Driver")
                .deviates(Situation.SAME_RM, NO, LOCAL, "each connection has a branch of its own")
                .deviates(Situation.JOIN_ELSEWHERE, HALF, LOCAL, "never asked")
                .deviates(Situation.INTERLEAVE, "XAER_NOTA", LOCAL, "a connection is kept for its transaction")
                .deviates(
                        Situation.ROLLBACK_ELSEWHERE,
                        "success, and it stays prepared",
                        "the driver rolls back the work of the connection it is asked on, which has none",
                        "the branch is listed again, and stays: roll it back by SQL (ROLLBACK TRANSACTION, with its"
                                + " name in INFORMATION_SCHEMA.IN_DOUBT)")
                .deviates(
                        Situation.LIST_AFTER_CLOSE,
                        NO,
                        "the session that closes rolls back whatever it has, also what it has prepared",
                        REFUSED)
                .deviates(
                        Situation.COMMIT_AFTER_CLOSE,
                        "XA code 0",
                        "the branch was lost when its connection closed",
                        REFUSED)
                .mends(
                        Situation.DEADLOCK_THEN_PREPARE,
                        HALF,
                        "the victim is rolled back and goes on with a new transaction, which is then prepared",
                        "after an error with SQLState 40001 the branch is rolled back and XA_RBROLLBACK is answered")
                .needs(Correction.VICTIM_GOES_ON)
                .reads(SqlDialect.H2)
                .endedBy("ALTER", "COMMENT", "CREATE", "DECLARE", "DROP", "GRANT", "REVOKE", "TRUNCATE", "ANALYZE")
                .endedBy("REFRESH")
                .endedBy("EXECUTE IMMEDIATE", "PREPARE", "DEALLOCATE", "SCRIPT", "RUNSCRIPT", "SHUTDOWN", "SET")
                .notEndedBy("ALTER SEQUENCE", "CREATE SEQUENCE", "CREATE * TEMPORARY TABLE * TRANSACTIONAL")
                .notEndedBy(
                        "SET @", "SET SCHEMA", "SET CATALOG", "SET TIME ZONE", "SET LOCK_TIMEOUT", "SET QUERY_TIMEOUT")
                .notEndedBy(
                        "SET SCHEMA_SEARCH_PATH", "SET NON_KEYWORDS", "SET VARIABLE_BINARY", "SET LAZY_QUERY_EXECUTION")
                .deviates(Situation.STATEMENT_COMMITS, AT_ONCE, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_ROLLS_BACK, HALF, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_CREATES, AT_ONCE, "it commits before", UNSENT)
                .deviates(Situation.ISOLATION_SET, AT_ONCE, "it commits before", UNSENT)
                .deviates(Situation.COMMIT_UNKNOWN, "XA code 0", NO_CODE, "asked again while it is listed")
                .deviates(Situation.ROLLBACK_UNKNOWN, OK, LOCAL, "none needed")
                .deviates(Situation.FORGET_UNKNOWN, OK, "it has no heuristic outcomes", "none needed")
                .deviates(
                        Situation.ONE_PHASE_TOO_EARLY,
                        OK,
                        "end does nothing, so nothing is too early",
                        "end is always called first")
                .mends(Situation.DEAD_START, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_PREPARE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_ONE_PHASE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_COMMIT, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_ROLLBACK, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_RECOVER, "XAER_RMERR", "as for a server that answers", AS_FAILURE)
                .row();
    }
}
