package dev.assent.transport.soap.state;

/** The states of Completion, for coordinator and initiator (WS-AtomicTransaction 1.2, section 9.1). */
public enum CompletionState {
    /** Unknown: never registered, or over. */
    NONE,
    /** The initiator is registered. */
    ACTIVE,
    /** The initiator has asked for the end. */
    COMPLETING
}
