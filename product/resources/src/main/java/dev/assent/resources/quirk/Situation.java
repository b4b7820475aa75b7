package dev.assent.resources.quirk;

import java.util.List;

/**
 * A question about XA that a database with its driver answers in a test: one row of the reference page, and one test on
 * each real database. The answers that the standard allows are named (X/Open XA, chapters 3 and 6; JTA 2.0, section
 * 3.4).
 */
public enum Situation {
    /** {@code isSameRM} of two connections. */
    SAME_RM("Are two connections to one database the same resource manager?", Words.YES),

    /** TMJOIN on another connection. */
    JOIN_ELSEWHERE("A second connection joins a branch (TMJOIN), and both commit", Words.OK),

    /** TMJOIN on the same connection. */
    JOIN_AGAIN("The connection that ended a branch joins it again (TMJOIN)", Words.OK),

    /** TMSUSPEND and TMRESUME. */
    SUSPEND_RESUME("A branch is suspended and resumed on its connection (TMSUSPEND, TMRESUME)", Words.OK),

    /** Another branch while one is suspended. */
    INTERLEAVE("A connection does another branch's work while one is suspended", Words.OK),

    /** The in-doubt list of another connection. */
    LIST_ELSEWHERE("Does another connection list a prepared branch?", Words.YES),

    /** Commit on another connection. */
    COMMIT_ELSEWHERE("Another connection commits a prepared branch whose own connection is open", Words.OK),

    /** Rollback on another connection. */
    ROLLBACK_ELSEWHERE("Another connection rolls back a prepared branch whose own connection is open", Words.OK),

    /** The in-doubt list after the connection was closed. */
    LIST_AFTER_CLOSE("Is a prepared branch still listed when its own connection was closed?", Words.YES),

    /** Commit after the connection was closed. */
    COMMIT_AFTER_CLOSE("Another connection commits a prepared branch whose own connection was closed", Words.OK),

    /** The in-doubt list after a crash. */
    LIST_AFTER_KILL("Is a prepared branch still listed after kill -9 of the server, or of its JVM?", Words.YES),

    /** The in-doubt list after a rollback and a crash. */
    ROLLBACK_THEN_KILL(
            "Recovery rolls back a prepared branch, and kill -9 ends the server, or its JVM, at once: what becomes of"
                    + " the branch?",
            Words.GONE),

    /** Work that was not prepared, of a connection that was closed. */
    UNPREPARED_AFTER_CLOSE("What becomes of ended, unprepared work when its connection closes?", Words.GONE),

    /** A reader beside a prepared branch. */
    READ_BESIDE("What does a query of rows that a prepared branch has changed get?", Words.OLD_ROWS, Words.WAITS),

    /** The vote of a branch that only read. */
    READ_ONLY_WORK("Which vote has a branch that only read?", "XA_OK", "XA_RDONLY"),

    /** The vote of a read-only connection. */
    READ_ONLY_CONNECTION("Which vote has a branch on a connection that is set read-only?", "XA_OK", "XA_RDONLY"),

    /** Prepare after an error that the application swallowed. */
    FAILED_THEN_PREPARE(
            "After a failed statement the application prepares and commits", Words.REST_KEPT, Words.ROLLED_BACK),

    /** One-phase commit after an error that the application swallowed. */
    FAILED_THEN_ONE_PHASE(
            "After a failed statement the application commits in one phase", Words.REST_KEPT, Words.ROLLED_BACK),

    /** Prepare after a deadlock that the application swallowed. */
    DEADLOCK_THEN_PREPARE("A deadlock's victim works on, prepares and commits", Words.ROLLED_BACK),

    /** One-phase commit that is refused. */
    REFUSED_AT_ONE_PHASE("A deferred trigger refuses a one-phase commit", Words.ROLLED_BACK),

    /** One-phase commit that is refused by an error after which the driver retries. */
    REFUSED_AS_STALE_AT_ONE_PHASE(
            "A deferred trigger refuses a one-phase commit with SQLState 26000", Words.ROLLED_BACK),

    /** Prepare that is refused by such an error. */
    REFUSED_AS_STALE_AT_PREPARE("A deferred trigger refuses a prepare with SQLState 26000", Words.ROLLED_BACK),

    /** COMMIT as SQL. */
    STATEMENT_COMMITS(
            "A branch runs COMMIT as a statement, and is rolled back: what becomes of its work?",
            Words.FAILS,
            Words.GONE),

    /** ROLLBACK as SQL. */
    STATEMENT_ROLLS_BACK(
            "A branch runs ROLLBACK as a statement, works on, prepares and commits", Words.FAILS, Words.ROLLED_BACK),

    /** DDL, before which some databases commit. */
    STATEMENT_CREATES(
            "A branch creates a table, and is rolled back: what becomes of its work?", Words.GONE, Words.FAILS),

    /** The isolation set inside a branch, before which some drivers commit. */
    ISOLATION_SET(
            "A branch sets the isolation by JDBC's method, and is rolled back: what becomes of its work?",
            Words.GONE,
            Words.FAILS),

    /** Commit of an unknown Xid. */
    COMMIT_UNKNOWN("commit of an Xid that it never saw", "XAER_NOTA"),

    /** Rollback of an unknown Xid. */
    ROLLBACK_UNKNOWN("rollback of an Xid that it never saw", "XAER_NOTA"),

    /** Forget of an unknown Xid. */
    FORGET_UNKNOWN("forget of an Xid that it never saw", "XAER_NOTA"),

    /** One-phase commit too early. */
    ONE_PHASE_TOO_EARLY("commit in one phase of a branch that was not ended", "XAER_PROTO"),

    /** Start on a dead connection. */
    DEAD_START("start on a connection that the server has ended", "XAER_RMFAIL"),

    /** Prepare on a dead connection. */
    DEAD_PREPARE("prepare on a connection that the server has ended", "XAER_RMFAIL"),

    /** One-phase commit on a dead connection. */
    DEAD_ONE_PHASE("commit in one phase on a connection that the server has ended", "XAER_RMFAIL"),

    /** Commit on a dead connection. */
    DEAD_COMMIT("commit of a prepared branch on a connection that the server has ended", "XAER_RMFAIL"),

    /** Rollback on a dead connection. */
    DEAD_ROLLBACK("rollback of a prepared branch on a connection that the server has ended", "XAER_RMFAIL"),

    /** Recover on a dead connection. */
    DEAD_RECOVER("recover on a connection that the server has ended", "XAER_RMFAIL");

    private final String question;
    private final List<String> standard;

    Situation(String question, String... standard) {
        this.question = question;
        this.standard = List.of(standard);
    }

    /** The question, for people. */
    public String question() {
        return question;
    }

    /** Whether only databases with deferred triggers have it. */
    boolean needsDeferredTriggers() {
        return this == REFUSED_AT_ONE_PHASE
                || this == REFUSED_AS_STALE_AT_ONE_PHASE
                || this == REFUSED_AS_STALE_AT_PREPARE;
    }

    /** The answers that the standard allows. */
    public List<String> standard() {
        return standard;
    }

    /** Answers that are no XA codes. */
    public static final class Words {
        /** It works. */
        public static final String OK = "works";

        /** A yes. */
        public static final String YES = "yes";

        /** A no. */
        public static final String NO = "no";

        /** Nothing is left. */
        public static final String GONE = "gone";

        /** The branch is in the in-doubt list once more. */
        public static final String PREPARED_AGAIN = "prepared again, with its locks";

        /** Work stays with its locks until it is rolled back by its Xid. */
        public static final String KEPT = "kept, with its locks";

        /** The rows that were committed before. */
        public static final String OLD_ROWS = "the old rows";

        /** No answer until the branch is finished. */
        public static final String WAITS = "waits";

        /** Only the failed statement is undone. */
        public static final String REST_KEPT = "the rest is committed";

        /** The caller learns that all is undone. */
        public static final String ROLLED_BACK = "an XA_RB code";

        /** The answer is success, and the branch is gone without its work. */
        public static final String LOST = "success, but all work is lost";

        /** The answer is success, and only a part of the work is there. */
        public static final String HALF = "success, but half the work is lost";

        /** An error; the branch goes on. */
        public static final String FAILS = "the statement fails";

        /** Before the other branches have voted. */
        public static final String AT_ONCE = "it is committed at once";

        /** It can't happen there. */
        public static final String NOT_THERE = "does not happen";

        private Words() {}
    }
}
