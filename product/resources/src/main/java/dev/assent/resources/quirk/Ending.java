package dev.assent.resources.quirk;

/** How a transaction has ended whose COMMIT lost its answer, as its database reports it. */
public enum Ending {
    /** It is certainly committed. */
    COMMITTED,

    /** It is certainly rolled back. */
    ROLLED_BACK,

    /** The database can't tell yet: the transaction has not ended, the server is not up, or a standby answers. */
    OPEN,

    /** The database will never be able to tell. */
    UNKNOWN
}
