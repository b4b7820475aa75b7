package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.OK;
import static dev.assent.resources.quirk.Situation.Words.PREPARED_AGAIN;

import dev.assent.resources.sql.SqlDialect;

/** What the servers of the MySQL family do, whatever the driver. */
final class MySqlFamily {
    private static final String OWNED =
            "a prepared branch belongs to its session until that has ended, which the server notices late when the"
                    + " client died";
    private static final String ASK_LATER =
            "XAER_NOTA to recovery is not believed while the in-doubt list has the branch: it is asked again, until a"
                    + " later list lacks it (law 11)";
    private static final String ONE_SESSION = "the server knows one branch a session, from start to commit";

    private MySqlFamily() {}

    static DatabaseQuirks.Row row(String key, String title, String driverPackage) {
        return new DatabaseQuirks.Row(key, title, driverPackage)
                .reads(SqlDialect.MYSQL)
                .answers(Situation.STATEMENT_CREATES, FAILS)
                .endedBy("XA")
                .endedLocallyBy("SET * AUTOCOMMIT =", "SET PASSWORD", "SET DEFAULT ROLE", "SET STATEMENT", "EXECUTE")
                .endedLocallyBy("START", "STOP", "LOCK", "FLUSH", "RESET", "CHANGE", "BACKUP")
                .endedLocallyBy("SHUTDOWN", "RESTART")
                .endedLocallyBy("BEGIN", "IF", "CASE", "FOR", "LOOP", "WHILE", "REPEAT") // COMMIT may be inside
                .endedLocallyBy(
                        "ALTER", "CREATE", "DROP", "TRUNCATE", "RENAME", "GRANT", "REVOKE", "INSTALL", "UNINSTALL")
                .endedLocallyBy("ANALYZE * TABLE", "CHECK", "OPTIMIZE", "REPAIR", "CACHE INDEX", "LOAD INDEX")
                .notEndedBy("DROP TEMPORARY")
                .notEndedBy("CREATE TEMPORARY TABLE", "CREATE OR REPLACE TEMPORARY TABLE")
                .deviates(
                        Situation.JOIN_ELSEWHERE,
                        "XAER_INVAL",
                        "the server takes the word JOIN and refuses it",
                        "never asked, though isSameRM says yes: each connection has a branch of its own")
                .deviates(Situation.JOIN_AGAIN, "XAER_INVAL", "as above", "end is called once, before prepare")
                .deviates(
                        Situation.SUSPEND_RESUME,
                        "XAER_INVAL",
                        "the server takes the words SUSPEND and RESUME and refuses them",
                        "end is called only before the branch is prepared or rolled back")
                .deviates(
                        Situation.INTERLEAVE,
                        "XAER_INVAL",
                        ONE_SESSION,
                        "a connection is given to nobody else until its transaction is over")
                .deviates(Situation.COMMIT_ELSEWHERE, "XAER_NOTA", OWNED, ASK_LATER)
                .deviates(Situation.ROLLBACK_ELSEWHERE, "XAER_NOTA", OWNED, ASK_LATER)
                .deviates(
                        Situation.ROLLBACK_THEN_KILL,
                        PREPARED_AGAIN,
                        "a rollback that another session asks for is not forced: for up to"
                                + " innodb_flush_log_at_timeout (a second) a crash of the server undoes it; commits are"
                                + " forced",
                        "it is listed again, and rolled back again by the next pass of recovery (presumed abort)")
                .deviates(
                        Situation.FORGET_UNKNOWN,
                        OK,
                        "the server has no heuristic outcomes, so the driver does nothing",
                        "nothing: what is not there is forgotten")
                .mends(
                        Situation.ONE_PHASE_TOO_EARLY,
                        "XAER_RMFAIL",
                        "the server's error 1399 is named XAER_RMFAIL, and says that the branch is in the wrong state",
                        "read as XAER_PROTO, since the branch can still be rolled back: else a hazard would be told")
                .needs(Correction.WRONG_STATE_AS_FAILURE);
    }
}
