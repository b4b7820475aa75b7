package dev.assent.transport.soap.state;

import static dev.assent.transport.soap.state.CompletionState.ACTIVE;
import static dev.assent.transport.soap.state.CompletionState.COMPLETING;
import static dev.assent.transport.soap.state.CompletionState.NONE;

/**
 * Completion as the coordinator sees it (WS-AtomicTransaction 1.2, section 9.1). It differs from the standard in one place,
 * by docs/design/ws-at.md: who asks again for the end of a transaction that is over hears what became of it, as long as
 * that is known.
 *
 * <p>Pure: safe to share.
 */
public final class CompletionCoordinatorTable {
    private CompletionCoordinatorTable() {}

    /** What can happen. */
    public enum Event {
        /** Message: the initiator wants to commit. */
        COMMIT,
        /** Message: the initiator wants to roll back. */
        ROLLBACK,
        /** The transaction is to commit. */
        COMMIT_DECISION,
        /** It is to roll back, or has. */
        ROLLBACK_DECISION
    }

    /** What is done about it. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** The transaction begins to commit. */
        INITIATE_COMMIT,
        /** It begins to roll back. */
        INITIATE_ROLLBACK,
        /** Committed is sent. */
        SEND_COMMITTED,
        /** Aborted is sent. */
        SEND_ABORTED,
        /** What became of it is sent again while that is known; else the fault UnknownTransaction. */
        SEND_AGAIN_OR_FAULT_UNKNOWN_TRANSACTION,
        /** The fault InvalidState is sent. */
        FAULT_INVALID_STATE
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException when the event can't happen in that state
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
                yield new Step<>(Action.SEND_ABORTED, NONE); // in ACTIVE when its time is over
            }
        };
    }
}
