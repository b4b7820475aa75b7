package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.DatabaseQuirks.UNSENT;
import static dev.assent.resources.quirk.Situation.Words.AT_ONCE;
import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.HALF;
import static dev.assent.resources.quirk.Situation.Words.LOST;
import static dev.assent.resources.quirk.Situation.Words.NO;

import dev.assent.resources.sql.SqlDialect;

/**
 * PostgreSQL with pgjdbc. A word of a rollback is one of the local transaction. What a foreign-data wrapper has committed elsewhere before
 * is not undone by it, so after the use of foreign tables it is no rollback, but a hazard.
 */
final class PostgreSqlQuirks {
    private static final String DISTINCT = "the driver ties a branch to the connection that started it";
    private static final String TERMINATED =
            "a server that ends a session says 57P01, which the driver takes for an answer here";
    private static final String ENDED =
            "the server ends the transaction, and the driver takes the next one for the branch";
    private static final String LOOKED_AT =
            "; for what it does not see, the driver's transaction state is looked at after each statement, and a branch"
                    + " that was ended is a hazard";
    private static final String AS_FAILURE = "read as XAER_RMFAIL";
    private static final String RESENT =
            "the driver takes the error for one of a prepared statement that is gone, sends COMMIT or PREPARE TRANSACTION again, and"
                    + " takes the warning that there is no transaction for success";
    private static final String LOOKED_FOR =
            "when the driver's own counter of such errors has changed, or cannot be read, ";

    private PostgreSqlQuirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("postgresql", "PostgreSQL 18.6, pgjdbc 42.7.14", "org.postgresql.")
                .named("PostgreSQL JDBC Driver")
                .deviates(Situation.SAME_RM, NO, DISTINCT, "each connection has a branch of its own")
                .deviates(Situation.JOIN_ELSEWHERE, "XAER_RMERR", DISTINCT, "never asked")
                .deviates(
                        Situation.SUSPEND_RESUME,
                        "XAER_RMERR",
                        "the server knows one transaction a session",
                        "end is called only before the branch is prepared or rolled back; until then the"
                                + " connection is kept for its transaction")
                .deviates(
                        Situation.INTERLEAVE,
                        "XAER_RMERR",
                        "the server knows one transaction a session",
                        "a connection is given to nobody else until its transaction is over")
                .mends(
                        Situation.READ_ONLY_CONNECTION,
                        "XA_RDONLY, and it stays prepared",
                        "the driver answers XA_RDONLY after it has sent PREPARE TRANSACTION, so an orphan would stay,"
                                + " with its locks, and hold up vacuum",
                        "read as XA_OK, and committed")
                .needs(Correction.FALSE_READ_ONLY)
                .mends(
                        Situation.FAILED_THEN_PREPARE,
                        LOST,
                        "after an error the server has aborted the transaction, and turns PREPARE TRANSACTION into"
                                + " ROLLBACK without an error, which the driver does not look at",
                        "before each prepare the driver's transaction state is looked at; when it has failed, the"
                                + " branch is rolled back and XA_RBROLLBACK is answered")
                .mends(
                        Situation.FAILED_THEN_ONE_PHASE,
                        LOST,
                        "as for prepare: COMMIT of an aborted transaction is ROLLBACK",
                        "as for prepare")
                .mends(
                        Situation.DEADLOCK_THEN_PREPARE,
                        LOST,
                        "a deadlock's victim is aborted as after any other error",
                        "as for prepare after a failed statement")
                .needs(Correction.ABORTED_UNNOTICED)
                .needs(Correction.ENDED_BY_STATEMENT)
                .mends(
                        Situation.REFUSED_AT_ONE_PHASE,
                        "XAER_RMFAIL",
                        "the driver has this code for nearly every error of the server",
                        "an error by which the server refuses the commit, while the session goes on, is read as XA_RBROLLBACK; of"
                                + " one that may also come of a server that fails (classes 08, 53, 57, 58, F0, XX) the server is"
                                + " asked how the transaction ended; after the use of foreign tables it stays a hazard")
                .needs(Correction.REFUSAL_AS_FAILURE)
                .mends(
                        Situation.REFUSED_AS_STALE_AT_ONE_PHASE,
                        LOST,
                        RESENT,
                        LOOKED_FOR
                                + "the server is asked how the transaction ended; one without a number is judged by the warning,"
                                + " and is a hazard when `client_min_messages` hides it")
                .mends(
                        Situation.REFUSED_AS_STALE_AT_PREPARE,
                        LOST,
                        RESENT,
                        LOOKED_FOR + "the in-doubt list is looked at")
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
                        "before the commit its number is asked for (`txid_current_if_assigned`), after the loss its end"
                                + " (`txid_status`), by one statement on a new connection, until `lost-commit-limit-millis` is over",
                        "`rolled back` is believed of the same cluster; `committed` only when the server cannot have been started"
                                + " again or replaced since, by its start, its timeline, and a last checkpoint before what was on disk"
                                + " when the number was told: else the number may be another transaction's by now. What nobody can"
                                + " tell stays a hazard. Not asked are servers before version 10, standbys, and services that refuse"
                                + " one of the functions"))
                .noted(new Note(
                        "Foreign tables of `postgres_fdw` are no part of the transaction: their servers commit before it does",
                        "a commit that is refused after that is rolled back here only; with two branches, prepare is refused before"
                                + " anything is committed there",
                        "a refused one-phase commit is a hazard when the transaction has used a foreign table before it, by the locks"
                                + " that it holds; not seen is a table that is first used during the commit, and nothing is seen with"
                                + " `lost-commit-limit-millis = 0` or for a last resource with markers. Give each server a pool of its"
                                + " own instead"))
                .noted(new Note(
                        "With `fsync = off`, or a server older than 14.1, 13.5, 12.9, 11.14 or 10.19 (November 2021), it may forget"
                                + " after a crash what was on disk",
                        "those may end recovery before a record that was written over the end of a segment of the log",
                        "keep `fsync` on, and install the minor version"))
                .mendedBy(new Remedy(
                        ProbeStep.PREPARE,
                        "55000",
                        0,
                        "it keeps no prepared transactions, max_prepared_transactions is 0",
                        "run as a superuser ALTER SYSTEM SET max_prepared_transactions = 100, and restart the server",
                        true))
                .mendedBy(new Remedy(
                        ProbeStep.PREPARE,
                        "53200",
                        0,
                        "all places for prepared transactions are taken",
                        "see to those in SELECT * FROM pg_prepared_xacts, or run ALTER SYSTEM SET"
                                + " max_prepared_transactions to more, and restart the server",
                        false))
                .row();
    }
}
