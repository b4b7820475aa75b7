package dev.assent.resources.quirk;

/**
 * By what a database knows the transaction that is about to be committed. It is asked for in that very transaction, right
 * before the COMMIT, and never kept for another one.
 *
 * @param number the database's own; {@link #NONE} when the transaction has none. It may take one at its commit, for a
 *     notification or for a cursor that outlives it, which nothing shows before
 * @param mayWriteElsewhere whether the database has tables of other servers. Those commit before this one does, so that they may
 *     have committed what this one has rolled back
 * @param hasWorkedElsewhere whether the transaction has used such a table before its commit
 * @param asked where the server was when it told the number
 */
public record TransactionNumber(long number, boolean mayWriteElsewhere, boolean hasWorkedElsewhere, LogPosition asked) {
    /** No number. */
    static final long NONE = 0;

    /** What is believed of the word of a database that has refused the commit, or done it. */
    Ending answered(Ending told) {
        return told == Ending.ROLLED_BACK && hasWorkedElsewhere ? Ending.UNKNOWN : told;
    }

    /** What is believed of a database's word on how the transaction has ended, of whose commit nothing was heard. */
    Ending believed(Ending told) {
        return told == Ending.ROLLED_BACK && mayWriteElsewhere ? Ending.UNKNOWN : told;
    }
}
