package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.Situation.Words.LOST;
import static dev.assent.resources.quirk.Situation.Words.NO;

/** PostgreSQL with pgjdbc. */
final class PostgreSqlQuirks {
    private static final String DISTINCT = "the driver ties a branch to the connection that started it";
    private static final String TERMINATED =
            "a server that ends a session says 57P01, which the driver takes for an answer here";
    private static final String AS_FAILURE = "read as XAER_RMFAIL";

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
                .deviates(
                        Situation.READ_ONLY_CONNECTION,
                        "XA_RDONLY, and it stays prepared",
                        "the driver answers XA_RDONLY after it has sent PREPARE TRANSACTION, so an orphan would stay,"
                                + " with its locks, and hold up vacuum",
                        "read as XA_OK, and committed")
                .corrected(Correction.FALSE_READ_ONLY)
                .deviates(
                        Situation.FAILED_THEN_PREPARE,
                        LOST,
                        "after an error the server has aborted the transaction, and turns PREPARE TRANSACTION into"
                                + " ROLLBACK without an error, which the driver does not look at",
                        "before each prepare the driver's transaction state is looked at; when it has failed, the"
                                + " branch is rolled back and XA_RBROLLBACK is answered")
                .deviates(
                        Situation.FAILED_THEN_ONE_PHASE,
                        LOST,
                        "as for prepare: COMMIT of an aborted transaction is ROLLBACK",
                        "as for prepare")
                .deviates(
                        Situation.DEADLOCK_THEN_PREPARE,
                        LOST,
                        "a deadlock's victim is aborted as after any other error",
                        "as for prepare after a failed statement")
                .corrected(Correction.ABORTED_UNNOTICED)
                .deviates(Situation.DEAD_START, "XAER_RMERR", TERMINATED, AS_FAILURE)
                .deviates(Situation.DEAD_RECOVER, "XAER_RMERR", TERMINATED, AS_FAILURE)
                .row();
    }
}
