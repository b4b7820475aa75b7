package dev.assent.transport.soap.state;

import static dev.assent.transport.soap.state.CompletionState.ACTIVE;
import static dev.assent.transport.soap.state.CompletionState.COMPLETING;
import static dev.assent.transport.soap.state.CompletionState.NONE;

/**
 * Completion as the initiator sees it (WS-AtomicTransaction 1.2, section 9.1). Besides the standard's events it has the faults
 * that a coordinator may answer with, and an application that asks again, since it has heard nothing: what is over is told
 * again, and no message is sent for it.
 *
 * <p>Pure: safe to share.
 */
public final class CompletionInitiatorTable {
    private CompletionInitiatorTable() {}

    /** What can happen. */
    public enum Event {
        /** Message: it is registered. */
        REGISTER_RESPONSE,
        /** Message: the transaction is committed. */
        COMMITTED,
        /** Message: it is rolled back. */
        ABORTED,
        /** Fault: InconsistentInternalState, participants have ended in different ways. */
        INCONSISTENT,
        /** Fault: UnknownTransaction, the coordinator can't say what became of it. */
        UNKNOWN,
        /** What was asked for was not sent, or was not taken, as a fault says. */
        NOT_DONE,
        /** The application wants to commit. */
        USER_COMMIT,
        /** The application wants to roll back. */
        USER_ROLLBACK,
        /** The application wants what it has wanted before. */
        USER_AGAIN,
        /** No answer has come for too long. */
        COMMS_TIMES_OUT
    }

    /** What is done about it. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** It is known where the coordinator is. */
        REGISTERED,
        /** Commit is sent. */
        SEND_COMMIT,
        /** Rollback is sent. */
        SEND_ROLLBACK,
        /** What was sent last is sent again. */
        RESEND,
        /** The application hears that the transaction is committed. */
        RETURN_COMMITTED,
        /** The application hears that it is rolled back. */
        RETURN_ABORTED,
        /** The application hears that some have committed, and some have not. */
        RETURN_MIXED,
        /** The application hears that nobody can say. */
        RETURN_UNKNOWN,
        /** The application hears what it has heard, or would have. */
        RETURN_AGAIN,
        /** The fault InvalidState is sent. */
        FAULT_INVALID_STATE,
        /** The application hears that it is too late. */
        REFUSE
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException when the event can't happen in that state
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
            case UNKNOWN -> completing(state, Action.RETURN_UNKNOWN, ACTIVE); // it may be asked again
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
