package dev.assent.transport.soap.state;

import static dev.assent.transport.soap.state.Step.only;
import static dev.assent.transport.soap.state.Step.step;
import static dev.assent.transport.soap.state.TwoPhaseState.ABORTING;
import static dev.assent.transport.soap.state.TwoPhaseState.ACTIVE;
import static dev.assent.transport.soap.state.TwoPhaseState.COMMITTING;
import static dev.assent.transport.soap.state.TwoPhaseState.NONE;
import static dev.assent.transport.soap.state.TwoPhaseState.PREPARED;
import static dev.assent.transport.soap.state.TwoPhaseState.PREPARED_SUCCESS;
import static dev.assent.transport.soap.state.TwoPhaseState.PREPARING;

/**
 * Two-phase commit as the coordinator sees one of its participants (WS-AtomicTransaction 1.2, section 9.2). It differs
 * from the standard in two places (docs/design/ws-at.md): an unasked vote does not roll the transaction back, and a
 * rollback is repeated until it is confirmed. Events of the standard that the node decides and that lead to the same
 * action are one event here. {@link CompletionCoordinatorTable} has the messages to initiators.
 *
 * <p>Pure: safe to share.
 */
public enum CoordinatorTable {
    /** The table of a participant in Volatile2PC. */
    VOLATILE,
    /** The table of a participant in Durable2PC. */
    DURABLE;

    /** The events. */
    public enum Event {
        /** Message: a process registers as the participant. */
        REGISTER,
        /** Message: the participant can commit. */
        PREPARED,
        /** Message: the participant has nothing to commit. */
        READ_ONLY,
        /** Message: the participant has rolled back. */
        ABORTED,
        /** Message: the participant has committed. */
        COMMITTED,
        /** The initiator asks for commit, so the participant must vote. */
        USER_COMMIT,
        /** No answer has come for too long. */
        COMMS_TIMES_OUT,
        /** All votes are yes. */
        COMMIT_DECISION,
        /**
         * The participant must roll back: a vote is no, or the decision was not written and leaves no trace; or the
         * initiator asks for it, or the timeout is over. The node decides that, and the action is the same in each
         * case.
         */
        ROLLBACK_DECISION,
        /** The decision to commit is durable. */
        WRITE_DONE,
        /** The node no longer waits for the answer. */
        ALL_FORGOTTEN
    }

    /** The action for an event. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** Send RegisterResponse. */
        SEND_REGISTER_RESPONSE,
        /** Send Prepare. */
        SEND_PREPARE,
        /** Send Prepare again. */
        RESEND_PREPARE,
        /** Count the vote. */
        RECORD_VOTE,
        /** Give the decision to the log. */
        RECORD_OUTCOME,
        /** Send Commit. */
        SEND_COMMIT,
        /** Send Commit again. */
        RESEND_COMMIT,
        /** Send Rollback. */
        SEND_ROLLBACK,
        /** Send Rollback again. */
        RESEND_ROLLBACK,
        /** End the participant. */
        FORGET,
        /** Send the fault InvalidState. */
        FAULT_INVALID_STATE,
        /** Send the fault UnknownTransaction. */
        FAULT_UNKNOWN_TRANSACTION
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException if the event can't happen in that state
     */
    public Step<Action, TwoPhaseState> at(Event event, TwoPhaseState state) {
        return switch (event) {
            case REGISTER -> register(state);
            case PREPARED -> prepared(state);
            case READ_ONLY -> readOnly(state);
            case ABORTED -> aborted(state);
            case COMMITTED -> committed(state);
            case USER_COMMIT -> only(event, state, ACTIVE, step(Action.SEND_PREPARE, PREPARING));
            case COMMS_TIMES_OUT -> commsTimesOut(state);
            case COMMIT_DECISION -> only(event, state, PREPARED, step(Action.RECORD_OUTCOME, PREPARED_SUCCESS));
            case ROLLBACK_DECISION -> rollbackDecision(state);
            case WRITE_DONE -> only(event, state, PREPARED_SUCCESS, step(Action.SEND_COMMIT, COMMITTING));
            case ALL_FORGOTTEN -> allForgotten(state);
        };
    }

    // ---- messages

    private Step<Action, TwoPhaseState> register(TwoPhaseState state) {
        return switch (state) {
            case ACTIVE -> step(Action.SEND_REGISTER_RESPONSE, ACTIVE);
            case PREPARING ->
                this == VOLATILE
                        ? step(Action.SEND_REGISTER_RESPONSE, ACTIVE) // joins the present round
                        : step(Action.FAULT_INVALID_STATE, PREPARING);
            case NONE, PREPARED, PREPARED_SUCCESS, COMMITTING, ABORTING -> step(Action.FAULT_INVALID_STATE, state);
        };
    }

    private Step<Action, TwoPhaseState> prepared(TwoPhaseState state) {
        return switch (state) {
            case NONE ->
                this == VOLATILE
                        ? step(Action.FAULT_UNKNOWN_TRANSACTION, NONE)
                        : step(Action.SEND_ROLLBACK, NONE); // presumed abort
            case ACTIVE, PREPARED, PREPARED_SUCCESS -> step(Action.IGNORE, state);
            case PREPARING -> step(Action.RECORD_VOTE, PREPARED);
            case COMMITTING -> step(Action.RESEND_COMMIT, COMMITTING);
            case ABORTING -> step(Action.RESEND_ROLLBACK, ABORTING);
        };
    }

    private static Step<Action, TwoPhaseState> readOnly(TwoPhaseState state) {
        return switch (state) {
            case NONE -> step(Action.IGNORE, NONE);
            case ACTIVE, PREPARING, ABORTING -> step(Action.FORGET, NONE);
            case PREPARED, PREPARED_SUCCESS, COMMITTING -> step(Action.FAULT_INVALID_STATE, state);
        };
    }

    private static Step<Action, TwoPhaseState> aborted(TwoPhaseState state) {
        return switch (state) {
            case NONE -> step(Action.IGNORE, NONE);
            case ACTIVE, PREPARING, ABORTING -> step(Action.FORGET, NONE);
            case PREPARED, PREPARED_SUCCESS, COMMITTING -> step(Action.FAULT_INVALID_STATE, state);
        };
    }

    private static Step<Action, TwoPhaseState> committed(TwoPhaseState state) {
        return switch (state) {
            case NONE -> step(Action.IGNORE, NONE);
            case ACTIVE, PREPARING -> step(Action.FAULT_INVALID_STATE, ABORTING);
            case PREPARED, PREPARED_SUCCESS, ABORTING -> step(Action.FAULT_INVALID_STATE, state);
            case COMMITTING -> step(Action.FORGET, NONE);
        };
    }

    // ---- events of the node

    private static Step<Action, TwoPhaseState> commsTimesOut(TwoPhaseState state) {
        return switch (state) {
            case PREPARING -> step(Action.RESEND_PREPARE, PREPARING);
            case COMMITTING -> step(Action.RESEND_COMMIT, COMMITTING);
            case ABORTING -> step(Action.RESEND_ROLLBACK, ABORTING);
            case NONE, ACTIVE, PREPARED, PREPARED_SUCCESS -> throw Step.none(Event.COMMS_TIMES_OUT, state);
        };
    }

    private static Step<Action, TwoPhaseState> rollbackDecision(TwoPhaseState state) {
        return switch (state) {
            case ACTIVE, PREPARING, PREPARED -> step(Action.SEND_ROLLBACK, ABORTING);
            case NONE, PREPARED_SUCCESS, COMMITTING, ABORTING -> throw Step.none(Event.ROLLBACK_DECISION, state);
        };
    }

    private static Step<Action, TwoPhaseState> allForgotten(TwoPhaseState state) {
        return switch (state) {
            case COMMITTING, ABORTING -> step(Action.FORGET, NONE);
            case NONE, ACTIVE, PREPARING, PREPARED, PREPARED_SUCCESS -> throw Step.none(Event.ALL_FORGOTTEN, state);
        };
    }
}
