package dev.assent.resources.quirk;

/** What is done about a driver's answers, by {@link CorrectedXaResource}. */
public enum Correction {
    /**
     * The server has aborted the transaction after a statement's error, and the driver answers prepare and
     * one-phase commit with success all the same. The driver's own transaction state tells, without a round trip.
     */
    ABORTED_UNNOTICED,

    /**
     * A statement can end the branch, and what comes after it is a new transaction that the driver takes for the branch. The
     * driver's own transaction state tells, when it is looked at after each statement.
     */
    ENDED_BY_STATEMENT,

    /**
     * The database can tell how a transaction has ended that lost the answer to its one-phase commit. It is asked for the
     * transaction's number before, and how that has ended after.
     */
    ASKED_AFTER_LOSS,

    /** The vote XA_RDONLY comes after the branch was prepared, so it is there and must be committed. */
    FALSE_READ_ONLY,

    /** XAER_RMFAIL from a one-phase commit also says that the server has refused it by an error, and has rolled back. */
    REFUSAL_AS_FAILURE,

    /**
     * The driver sends a commit or a prepare again that the server has refused with a certain error, and takes the second answer,
     * that there is no transaction, for success.
     */
    SENT_AGAIN,

    /**
     * A deadlock's victim (SQLState 40001) is rolled back, and the connection goes on with a new transaction under
     * the old Xid.
     */
    VICTIM_GOES_ON,

    /** XAER_RMFAIL also says that the branch is in the wrong state, where the connection is sound. */
    WRONG_STATE_AS_FAILURE
}
