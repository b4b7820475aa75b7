package dev.assent.transport.soap.state;

import static dev.assent.transport.soap.state.CompletionState.ACTIVE;
import static dev.assent.transport.soap.state.CompletionState.COMPLETING;
import static dev.assent.transport.soap.state.CompletionState.NONE;

/**
 * Completion as the initiator sees it (WS-AtomicTransaction 1.2, section 9.1). It adds two kinds of events to the
 * standard's: the faults of a coordinator, and an application that asks again since it has heard nothing. If the
 * transaction is over, the application hears the outcome again without a message.
 *
 * <p>Pure: safe to share.
 */
public final class CompletionInitiatorTable {
    private CompletionInitiatorTable() {}

    /** The events. */
    public enum Event {
        /** Message: the initiator is registered. */
        REGISTER_RESPONSE,
        /** Message: the transaction is committed. */
        COMMITTED,
        /** Message: the transaction is rolled back. */
        ABORTED,
        /** Fault: InconsistentInternalState, participants have ended in different ways. */
        INCONSISTENT,
        /** Fault: UnknownTransaction, the coordinator does not know the outcome. */
        UNKNOWN,
        /** The request was not sent, or a fault says that it was not accepted. */
        NOT_DONE,
        /** The application wants to commit. */
        USER_COMMIT,
        /** The application wants to roll back. */
        USER_ROLLBACK,
        /** The application repeats its request. */
        USER_AGAIN,
        /** No answer has come for too long. */
        COMMS_TIMES_OUT
    }

    /** The action for an event. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** Note the coordinator's endpoint. */
        REGISTERED,
        /** Send Commit. */
        SEND_COMMIT,
        /** Send Rollback. */
        SEND_ROLLBACK,
        /** Send the last message again. */
        RESEND,
        /** Tell the application that the transaction is committed. */
        RETURN_COMMITTED,
        /** Tell the application that the transaction is rolled back. */
        RETURN_ABORTED,
        /** Tell the application that some participants have committed and some have not. */
        RETURN_MIXED,
        /** Tell the application that the outcome is unknown. */
        RETURN_UNKNOWN,
        /** Tell the application the known outcome. */
        RETURN_AGAIN,
        /** Send the fault InvalidState. */
        FAULT_INVALID_STATE,
        /** Tell the application that it is too late. */
        REFUSE
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException if the event can't happen in that state
     */
    public static Step<Action, CompletionState> at(Event event, CompletionState state) {
        return switch (event) {
            case REGISTER_RESPONSE ->
                state == NONE ? new Step<>(Action.REGISTERED, ACTIVE) : new Step<>(Action.IGNORE, state);
            case COMMITTED ->
                switch (state) {
                    case NONE -> new Step<>(Action.IGNORE, NONE);
                    case ACTIVE -> new Step<>(Action.FAULT_INVALID_STATE, ACTIVE);
                    case COMPLETING -> new Step<>(Action.RETURN_COMMITTED, NONE);
                };
            case ABORTED -> state == NONE ? new Step<>(Action.IGNORE, NONE) : new Step<>(Action.RETURN_ABORTED, NONE);
            case INCONSISTENT -> completing(state, Action.RETURN_MIXED, NONE);
            case UNKNOWN -> completing(state, Action.RETURN_UNKNOWN, ACTIVE); // the application may ask again
            case NOT_DONE -> completing(state, Action.IGNORE, ACTIVE);
            case USER_COMMIT -> user(state, Action.SEND_COMMIT);
            case USER_ROLLBACK -> user(state, Action.SEND_ROLLBACK);
            case USER_AGAIN ->
                state == NONE ? new Step<>(Action.RETURN_AGAIN, NONE) : new Step<>(Action.RESEND, COMPLETING);
            case COMMS_TIMES_OUT -> {
                if (state != COMPLETING) {
                    throw Step.none(event, state);
                }
                yield new Step<>(Action.RESEND, COMPLETING);
            }
        };
    }

    private static Step<Action, CompletionState> completing(
            CompletionState state, Action action, CompletionState next) {
        return state == COMPLETING ? new Step<>(action, next) : new Step<>(Action.IGNORE, state);
    }

    private static Step<Action, CompletionState> user(CompletionState state, Action action) {
        return switch (state) {
            case NONE -> new Step<>(Action.RETURN_AGAIN, NONE);
            case ACTIVE -> new Step<>(action, COMPLETING);
            case COMPLETING -> new Step<>(Action.REFUSE, COMPLETING);
        };
    }
}
