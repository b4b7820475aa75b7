package dev.assent.remote.transport;

/**
 * Whether a method of an exported object uses its caller's transaction, for wires that tell callers before the call.
 */
public enum TransactionNeed {
    /** Without a transaction the call is refused. */
    REQUIRED,
    /** The work is part of the transaction, if there is one. */
    OPTIONAL,
    /** The work is never part of the transaction. */
    NONE
}
