package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.DatabaseQuirks.REFUSED;
import static dev.assent.resources.quirk.DatabaseQuirks.UNSENT;
import static dev.assent.resources.quirk.Situation.Words.AT_ONCE;
import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.HALF;
import static dev.assent.resources.quirk.Situation.Words.LOST;
import static dev.assent.resources.quirk.Situation.Words.NO;
import static dev.assent.resources.quirk.Situation.Words.OK;

/** HSQLDB, embedded. */
final class HyperSqlQuirks {
    private static final String IN_MEMORY = "prepared branches are a map in the data source's memory";

    private static final String ENDED = "the session ends its transaction, and the branch goes on with the next one";
    private static final String NO_CODE = "the driver leaves the XA code at 0";
    private static final String NOT_LOOKED = "the driver does not look whether its session was closed by another";
    private static final String ONLY_BY_HAND = "none: an embedded session is closed by another only by ALTER SESSION";

    private HyperSqlQuirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("hsqldb", "HSQLDB 2.7.3, embedded, with MVCC", "org.hsqldb.")
                .named("HSQL Database Engine Driver")
                .deviates(
                        Situation.JOIN_ELSEWHERE,
                        HALF,
                        "the driver keeps the branch in the connection, and a join begins another one",
                        "never asked, though isSameRM says yes")
                .deviates(Situation.INTERLEAVE, HALF, "as above", "a connection is kept for its transaction")
                .deviates(Situation.LIST_AFTER_KILL, NO, IN_MEMORY, REFUSED)
                .deviates(
                        Situation.COMMIT_AFTER_CLOSE,
                        LOST,
                        "the session that closes rolls back whatever it has; the list and the answer do not know",
                        REFUSED)
                .mends(
                        Situation.DEADLOCK_THEN_PREPARE,
                        HALF,
                        "the victim is rolled back and goes on with a new transaction, which is then prepared",
                        "after an error with SQLState 40001 the branch is rolled back and XA_RBROLLBACK is answered")
                .needs(Correction.VICTIM_GOES_ON)
                .endedBy("ALTER", "COMMENT", "CREATE", "DROP", "GRANT", "RENAME", "REVOKE", "TRUNCATE * COMMIT")
                .endedBy("SET AUTOCOMMIT", "SET DATABASE", "SET FILES", "SET PROPERTY", "SET TABLE")
                .endedBy("BACKUP", "CHECKPOINT", "DISCONNECT", "PERFORM", "SCRIPT", "SHUTDOWN")
                .notEndedBy("ALTER SESSION")
                .deviates(Situation.STATEMENT_COMMITS, AT_ONCE, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_ROLLS_BACK, HALF, ENDED, UNSENT)
                .deviates(Situation.STATEMENT_CREATES, AT_ONCE, "it commits before", UNSENT)
                .answers(Situation.ISOLATION_SET, FAILS)
                .deviates(Situation.COMMIT_UNKNOWN, "XA code 0", NO_CODE, "asked again while it is listed")
                .deviates(Situation.ROLLBACK_UNKNOWN, "XA code 0", NO_CODE, "asked again while it is listed")
                .deviates(Situation.FORGET_UNKNOWN, "XA code 0", NO_CODE, "none needed: it has no heuristic outcomes")
                .deviates(Situation.ONE_PHASE_TOO_EARLY, "XA code 0", NO_CODE, "end is always called first")
                .deviates(Situation.DEAD_START, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_PREPARE, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_ONE_PHASE, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_COMMIT, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_ROLLBACK, OK, NOT_LOOKED, ONLY_BY_HAND)
                .deviates(Situation.DEAD_RECOVER, OK, NOT_LOOKED, ONLY_BY_HAND)
                .row();
    }
}
