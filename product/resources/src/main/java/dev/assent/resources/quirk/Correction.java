package dev.assent.resources.quirk;

/** The corrections that {@link CorrectedXaResource} makes to a driver's answers. */
enum Correction {
    /**
     * The server has aborted the transaction after a statement's error, but the driver reports prepare and one-phase
     * commit as successful. The driver's own transaction state shows it, without a round trip.
     */
    ABORTED_UNNOTICED,

    /**
     * A statement can end the branch; a new transaction follows, which the driver treats as the branch. The driver's
     * own transaction state shows it, if it is read after each statement.
     */
    ENDED_BY_STATEMENT,

    /**
     * The database can tell how a transaction has ended whose one-phase commit lost its answer. Assent asks for the
     * transaction's number before the commit, and for its end after the loss.
     */
    ASKED_AFTER_LOSS,

    /** The driver votes XA_RDONLY after it has prepared the branch, so the branch exists and must be committed. */
    FALSE_READ_ONLY,

    /** XAER_RMFAIL from a one-phase commit can also mean that the server has refused it and has rolled back. */
    REFUSAL_AS_FAILURE,

    /**
     * After a certain error the driver sends the refused commit or prepare again. The second answer is that the server
     * has no transaction, and the driver reports that as success.
     */
    SENT_AGAIN,

    /**
     * The database rolls back a deadlock's victim (SQLState 40001), and the connection goes on with a new transaction
     * under the old Xid.
     */
    VICTIM_GOES_ON,

    /** XAER_RMFAIL can also mean that the branch is in the wrong state, on a sound connection. */
    WRONG_STATE_AS_FAILURE
}
