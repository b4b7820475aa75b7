package dev.assent.transport.soap.state;

/** How far the end of a transaction is, for coordinator and initiator (WS-AtomicTransaction 1.2, section 9.1). */
public enum CompletionState {
    /** It is not known: never heard of, or over. */
    NONE,
    /** The initiator is registered. */
    ACTIVE,
    /** The end is asked for. */
    COMPLETING
}
