package dev.assent.resources.quirk;

/**
 * By what a database knows the transaction that is about to be committed. It is asked for in that very transaction, right
 * before the COMMIT, and never kept for another one.
 *
 * @param number the database's own; {@link #NONE} when the transaction has none. It may take one at its commit, for a
 *     notification or for a cursor that outlives it, which nothing shows before
 * @param mayWriteElsewhere whether the database has tables of other servers. Those commit before this one does, so that they may
 *     have committed what this one has rolled back
 * @param asked where the server was when it told the number
 */
public record TransactionNumber(long number, boolean mayWriteElsewhere, LogPosition asked) {
    /** No number. */
    static final long NONE = 0;

    /** What is believed of a database's word on how the transaction has ended. */
    Ending believed(Ending told) {
        return told == Ending.ROLLED_BACK && mayWriteElsewhere ? Ending.UNKNOWN : told;
    }
}
