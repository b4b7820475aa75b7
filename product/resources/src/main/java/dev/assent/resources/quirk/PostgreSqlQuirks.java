package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.DatabaseQuirks.UNSENT;
import static dev.assent.resources.quirk.Situation.Words.AT_ONCE;
import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.HALF;
import static dev.assent.resources.quirk.Situation.Words.LOST;
import static dev.assent.resources.quirk.Situation.Words.NO;

import dev.assent.resources.sql.SqlDialect;

/**
 * PostgreSQL with pgjdbc. A reported rollback is one of the local transaction only. It does not undo the earlier
 * commits of a foreign-data wrapper elsewhere, so after the use of foreign tables it is no rollback, but a hazard.
 */
final class PostgreSqlQuirks {
    private static final String DISTINCT = "the driver ties a branch to the connection that started it";
    private static final String TERMINATED =
            "the server ends a session with error 57P01, and here the driver treats that as an answer";
    private static final String ENDED =
            "the server ends the transaction, and the driver treats the next one as the branch";
    private static final String LOOKED_AT =
            ". After each statement Assent checks the driver's transaction state. A branch that an unrecognized"
                    + " statement has ended is a hazard";
    private static final String AS_FAILURE = "read as XAER_RMFAIL";
    private static final String RESENT =
            "the driver treats the error as a stale prepared statement and sends the command again. It reports the"
                    + " second answer, a warning, as success";
    private static final String LOOKED_FOR = "if the driver's counter of such errors has changed, or can't be read, ";

    private PostgreSqlQuirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("postgresql", "PostgreSQL", "18.6, pgjdbc 42.7.14", "org.postgresql.")
                .named("PostgreSQL JDBC Driver")
                .deviates(Situation.SAME_RM, NO, DISTINCT, "each connection has a branch of its own")
                .deviates(Situation.JOIN_ELSEWHERE, "XAER_RMERR", DISTINCT, "never asked")
                .deviates(
                        Situation.SUSPEND_RESUME,
                        "XAER_RMERR",
                        "a session has one transaction",
                        "Assent calls end only before prepare or rollback. Until then the transaction keeps its"
                                + " connection")
                .deviates(
                        Situation.INTERLEAVE,
                        "XAER_RMERR",
                        "a session has one transaction",
                        "the transaction keeps its connection")
                .mends(
                        Situation.READ_ONLY_CONNECTION,
                        "XA_RDONLY, and it stays prepared",
                        "the driver answers XA_RDONLY after it has sent PREPARE TRANSACTION. Without a commit the"
                                + " branch would keep its locks and hold up vacuum",
                        "read as XA_OK, and committed")
                .needs(Correction.FALSE_READ_ONLY)
                .mends(
                        Situation.FAILED_THEN_PREPARE,
                        LOST,
                        "after an error the server has aborted the transaction. It turns PREPARE TRANSACTION into"
                                + " ROLLBACK without an error, and the driver does not check. The commit then fails,"
                                + " perhaps after other branches have committed",
                        "Assent checks the driver's transaction state before each prepare. After a failure it rolls"
                                + " back and answers XA_RBROLLBACK")
                .mends(
                        Situation.FAILED_THEN_ONE_PHASE,
                        LOST,
                        "as for prepare: COMMIT of an aborted transaction is ROLLBACK",
                        "as for prepare")
                .mends(
                        Situation.DEADLOCK_THEN_PREPARE,
                        LOST,
                        "the server aborts a deadlock's victim as after any other error",
                        "as for prepare after a failed statement")
                .needs(Correction.ABORTED_UNNOTICED)
                .rolledBackLocallyBy(error -> false) // the commit looks at the state: a savepoint may undo the error
                .needs(Correction.ENDED_BY_STATEMENT)
                .mends(
                        Situation.REFUSED_AT_ONE_PHASE,
                        "XAER_RMFAIL",
                        "the driver has this code for nearly every error of the server",
                        "if the server refuses the commit and the session goes on, the error is read as XA_RBROLLBACK."
                                + " If the error may also mean a failing server (classes 08, 53, 57, 58, F0, XX),"
                                + " Assent asks the server how the transaction ended. After the use of foreign tables"
                                + " it stays a hazard")
                .needs(Correction.REFUSAL_AS_FAILURE)
                .mends(
                        Situation.REFUSED_AS_STALE_AT_ONE_PHASE,
                        LOST,
                        RESENT,
                        LOOKED_FOR
                                + "Assent asks the server how the transaction ended. Without a number the warning"
                                + " decides, and if `client_min_messages` hides that, it is a hazard")
                .mends(
                        Situation.REFUSED_AS_STALE_AT_PREPARE,
                        LOST,
                        RESENT,
                        LOOKED_FOR + "Assent looks at the in-doubt list")
                .needs(Correction.SENT_AGAIN)
                .needs(Correction.ASKED_AFTER_LOSS)
                .answers(Situation.ISOLATION_SET, FAILS)
                .reads(SqlDialect.POSTGRESQL)
                .endedBy("ABORT", "END", "PREPARE TRANSACTION")
                .deviates(Situation.STATEMENT_COMMITS, AT_ONCE, ENDED, UNSENT + LOOKED_AT)
                .deviates(Situation.STATEMENT_ROLLS_BACK, HALF, ENDED, UNSENT + LOOKED_AT)
                .mends(Situation.DEAD_START, "XAER_RMERR", TERMINATED, AS_FAILURE)
                .mends(Situation.DEAD_RECOVER, "XAER_RMERR", TERMINATED, AS_FAILURE)
                .noted(new Note(
                        "It can tell how a transaction ended whose one-phase commit lost its answer",
                        "Assent asks for its number before the commit (`txid_current_if_assigned`). After the loss it"
                                + " asks for its end (`txid_status`), by one statement on a new connection, until"
                                + " `lost-commit-limit-millis` is over",
                        "Assent believes `rolled back` from the same cluster. It believes `committed` only if the"
                                + " server can't have been restarted or replaced since: it has the same start and"
                                + " timeline, and its last checkpoint is before the position that was on disk when the"
                                + " number was given. Otherwise the number may be another transaction's by now. An"
                                + " outcome that nobody can tell stays a hazard. Assent does not ask servers before"
                                + " version 10, standbys, and services that refuse one of the functions"))
                .noted(new Note(
                        "Foreign tables of `postgres_fdw` are no part of the transaction. Their servers commit before"
                                + " it does",
                        "a refused commit is then rolled back here only. With two branches the server refuses prepare"
                                + " before the foreign servers commit",
                        "a refused one-phase commit is a hazard if the transaction has used a foreign table before;"
                                + " Assent sees that by its locks. It does not see a table that is first used during"
                                + " the commit. It sees none with `lost-commit-limit-millis = 0`, or for a last"
                                + " resource with markers. Give each server its own pool instead"))
                .noted(new Note(
                        "With `fsync = off`, or a server older than 14.1, 13.5, 12.9, 11.14 or 10.19 (November 2021), a"
                                + " crash may lose data that was on disk",
                        "recovery of those versions may stop before a record that continues in the next segment of the"
                                + " log",
                        "keep `fsync` on, and install the minor version"))
                .mendedBy(new Remedy(
                        ProbeStep.PREPARE,
                        "55000",
                        0,
                        "it keeps no prepared transactions: max_prepared_transactions is 0",
                        "run as a superuser ALTER SYSTEM SET max_prepared_transactions = 100, and restart the server",
                        true))
                .mendedBy(new Remedy(
                        ProbeStep.PREPARE,
                        "53200",
                        0,
                        "all places for prepared transactions are taken",
                        "finish those in SELECT * FROM pg_prepared_xacts, or run ALTER SYSTEM SET"
                                + " max_prepared_transactions to a higher number, and restart the server",
                        false))
                .row();
    }
}
