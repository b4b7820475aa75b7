package dev.assent.resources.quirk;

/**
 * A database's own number for the transaction that is about to commit. Assent asks for it in that very transaction,
 * right before the COMMIT, and never keeps it for another one.
 *
 * @param number the database's own; {@link #NONE} when the transaction has none. It may get one at its commit, for a
 *     notification or for a cursor that outlives it, and nothing shows that before
 * @param mayWriteElsewhere whether the database has tables of other servers. Those commit before this one does, so they
 *     may have committed work that this one has rolled back
 * @param hasWorkedElsewhere whether the transaction has used such a table before its commit
 * @param asked the position of the server when it told the number
 */
record TransactionNumber(long number, boolean mayWriteElsewhere, boolean hasWorkedElsewhere, LogPosition asked) {
    /** No number. */
    static final long NONE = 0;

    /** The outcome, if the database has answered the commit or its refusal. */
    Ending answered(Ending told) {
        return told == Ending.ROLLED_BACK && hasWorkedElsewhere ? Ending.UNKNOWN : told;
    }

    /** The outcome, if the commit got no answer and the database was asked later. */
    Ending believed(Ending told) {
        return told == Ending.ROLLED_BACK && mayWriteElsewhere ? Ending.UNKNOWN : told;
    }
}
