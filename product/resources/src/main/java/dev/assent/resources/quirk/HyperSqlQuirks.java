package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.DatabaseQuirks.REFUSED;
import static dev.assent.resources.quirk.DatabaseQuirks.UNSENT;
import static dev.assent.resources.quirk.Situation.Words.AT_ONCE;
import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.HALF;
import static dev.assent.resources.quirk.Situation.Words.LOST;
import static dev.assent.resources.quirk.Situation.Words.NO;
import static dev.assent.resources.quirk.Situation.Words.OK;

import dev.assent.resources.sql.SqlDialect;

/** HSQLDB, embedded. */
final class HyperSqlQuirks {
    private static final String IN_MEMORY = "the data source keeps prepared branches in memory only";
    private static final String ENDED = "the session ends its transaction; the branch goes on with the next one";
    private static final String NO_CODE = "the driver leaves the XA code at 0";
    private static final String NOT_LOOKED = "the driver does not check that its session is open";
    private static final String ONLY_BY_HAND = "none: only ALTER SESSION closes another embedded session";

    private HyperSqlQuirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("hsqldb", "HSQLDB", "2.7.3, embedded, with MVCC", "org.hsqldb.")
                .named("HSQL Database Engine Driver")
                .deviates(
                        Situation.JOIN_ELSEWHERE,
                        HALF,
                        "the driver keeps the branch in the connection, and a join begins another one",
                        "never asked, though isSameRM says yes")
                .deviates(Situation.INTERLEAVE, HALF, "as above", "the transaction keeps its connection")
                .deviates(Situation.LIST_AFTER_KILL, NO, IN_MEMORY, REFUSED)
                .deviates(
                        Situation.COMMIT_AFTER_CLOSE,
                        LOST,
                        "a session that closes rolls back all its work, but the list and the answer ignore that",
                        REFUSED)
                .mends(
                        Situation.DEADLOCK_THEN_PREPARE,
                        HALF,
                        "the victim is rolled back. It goes on with a new transaction, and prepares that",
                        "after SQLState 40001 Assent rolls back and answers XA_RBROLLBACK")
                .needs(Correction.VICTIM_GOES_ON)
                .rolledBackLocallyBy(WholeRollback::isVictim) // a statement's timeout is of class 40, too: 40502
                .reads(SqlDialect.HSQLDB)
                .endedBy("ALTER", "COMMENT", "CREATE", "DROP", "GRANT", "RENAME", "REVOKE", "TRUNCATE * COMMIT")
                .endedBy("SET AUTOCOMMIT", "SET DATABASE", "SET FILES", "SET PROPERTY", "SET TABLE")
                .endedBy("BACKUP", "CHECKPOINT", "DISCONNECT", "PERFORM", "SCRIPT", "SHUTDOWN")
                .notEndedBy("ALTER SESSION")
                .deviates(Situation.STATEMENT_COMMITS, AT_ONCE, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_ROLLS_BACK, HALF, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_CREATES, AT_ONCE, "HSQLDB commits before it", UNSENT)
                .answers(Situation.ISOLATION_SET, FAILS)
                .deviates(Situation.COMMIT_UNKNOWN, "XA code 0", NO_CODE, "asked again while it is listed")
                .deviates(Situation.ROLLBACK_UNKNOWN, "XA code 0", NO_CODE, "asked again while it is listed")
                .deviates(
                        Situation.FORGET_UNKNOWN, "XA code 0", NO_CODE, "none needed: HSQLDB has no heuristic outcomes")
                .deviates(Situation.ONE_PHASE_TOO_EARLY, "XA code 0", NO_CODE, "Assent always calls end first")
                .deviates(Situation.DEAD_START, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_PREPARE, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_ONE_PHASE, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_COMMIT, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_ROLLBACK, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_RECOVER, OK, NOT_LOOKED, ONLY_BY_HAND)
                .row();
    }
}
