package dev.assent.resources.quirk;

/** How a transaction has ended that lost the answer to its COMMIT, by the word of its database. */
public enum Ending {
    /** It is committed for sure. */
    COMMITTED,

    /** It is rolled back for sure. */
    ROLLED_BACK,

    /** The database can't say yet: the transaction has not ended, or the server is not up, or a standby answers. */
    OPEN,

    /** The database will never be able to say. */
    UNKNOWN
}
