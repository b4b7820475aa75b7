package dev.assent.remote.transport;

/** What a method of an exported object makes of its caller's transaction, for wires that tell callers beforehand. */
public enum TransactionNeed {
    /** It is refused without one. */
    REQUIRED,
    /** Its work is part of it when there is one. */
    OPTIONAL,
    /** Its work is never part of it. */
    NONE
}
