package dev.assent.transport.soap.state;

import static dev.assent.transport.soap.state.CompletionState.ACTIVE;
import static dev.assent.transport.soap.state.CompletionState.COMPLETING;
import static dev.assent.transport.soap.state.CompletionState.NONE;

/**
 * Completion as the coordinator sees it (WS-AtomicTransaction 1.2, section 9.1). It differs from the standard in one
 * place (docs/design/ws-at.md): an initiator that asks again for the end of a finished transaction hears the outcome,
 * as long as that is known.
 *
 * <p>Pure: safe to share.
 */
public final class CompletionCoordinatorTable {
    private CompletionCoordinatorTable() {}

    /** The events. */
    public enum Event {
        /** Message: the initiator wants to commit. */
        COMMIT,
        /** Message: the initiator wants to roll back. */
        ROLLBACK,
        /** The decision is commit. */
        COMMIT_DECISION,
        /** The decision is rollback, or the transaction has rolled back. */
        ROLLBACK_DECISION
    }

    /** The action for an event. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** Begin to commit the transaction. */
        INITIATE_COMMIT,
        /** Begin to roll the transaction back. */
        INITIATE_ROLLBACK,
        /** Send Committed. */
        SEND_COMMITTED,
        /** Send Aborted. */
        SEND_ABORTED,
        /** Send the outcome again if it is known; else the fault UnknownTransaction. */
        SEND_AGAIN_OR_FAULT_UNKNOWN_TRANSACTION,
        /** Send the fault InvalidState. */
        FAULT_INVALID_STATE
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException if the event can't happen in that state
     */
    public static Step<Action, CompletionState> at(Event event, CompletionState state) {
        return switch (event) {
            case COMMIT ->
                switch (state) {
                    case NONE -> new Step<>(Action.SEND_AGAIN_OR_FAULT_UNKNOWN_TRANSACTION, NONE);
                    case ACTIVE -> new Step<>(Action.INITIATE_COMMIT, COMPLETING);
                    case COMPLETING -> new Step<>(Action.IGNORE, COMPLETING);
                };
            case ROLLBACK ->
                switch (state) {
                    case NONE -> new Step<>(Action.SEND_AGAIN_OR_FAULT_UNKNOWN_TRANSACTION, NONE);
                    case ACTIVE -> new Step<>(Action.INITIATE_ROLLBACK, COMPLETING);
                    case COMPLETING -> new Step<>(Action.FAULT_INVALID_STATE, COMPLETING);
                };
            case COMMIT_DECISION -> {
                if (state != COMPLETING) {
                    throw Step.none(event, state);
                }
                yield new Step<>(Action.SEND_COMMITTED, NONE);
            }
            case ROLLBACK_DECISION -> {
                if (state == NONE) {
                    throw Step.none(event, state);
                }
                yield new Step<>(Action.SEND_ABORTED, NONE); // in ACTIVE: it has timed out
            }
        };
    }
}
