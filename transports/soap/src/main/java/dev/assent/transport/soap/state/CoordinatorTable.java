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
 * Two-phase commit as the coordinator sees one of its participants (WS-AtomicTransaction 1.2, section 9.2). It differs from
 * the standard in two places, by docs/design/ws-at.md: a vote that nobody has asked for is not held against the
 * transaction, and a rollback is told again while it is not confirmed. Of the standard's own events those are one that the
 * node decides and that differ in nothing that is done; what initiators hear is {@link CompletionCoordinatorTable}'s.
 *
 * <p>Pure: safe to share.
 */
public enum CoordinatorTable {
    /** Of a participant in Volatile2PC. */
    VOLATILE,
    /** Of a participant in Durable2PC. */
    DURABLE;

    /** What can happen. */
    public enum Event {
        /** Message: somebody wants to be the participant. */
        REGISTER,
        /** Message: it can commit. */
        PREPARED,
        /** Message: it has nothing to commit. */
        READ_ONLY,
        /** Message: it has rolled back. */
        ABORTED,
        /** Message: it has committed. */
        COMMITTED,
        /** Its vote is wanted: who has begun the transaction wants it committed. */
        USER_COMMIT,
        /** No answer has come for too long. */
        COMMS_TIMES_OUT,
        /** All votes are yes. */
        COMMIT_DECISION,
        /**
         * It is to roll back: some vote is no, or the decision was not written and leaves no trace; or who has begun the
         * transaction wants it, or its time is over. The node decides that, and in each case the same is done.
         */
        ROLLBACK_DECISION,
        /** The decision to commit is durable. */
        WRITE_DONE,
        /** Its answer is not waited for any more. */
        ALL_FORGOTTEN
    }

    /** What is done about it. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** RegisterResponse is sent. */
        SEND_REGISTER_RESPONSE,
        /** Prepare is sent. */
        SEND_PREPARE,
        /** Prepare is sent again. */
        RESEND_PREPARE,
        /** The vote counts. */
        RECORD_VOTE,
        /** The decision is handed to the log. */
        RECORD_OUTCOME,
        /** Commit is sent. */
        SEND_COMMIT,
        /** Commit is sent again. */
        RESEND_COMMIT,
        /** Rollback is sent. */
        SEND_ROLLBACK,
        /** Rollback is sent again. */
        RESEND_ROLLBACK,
        /** The participant is over. */
        FORGET,
        /** The fault InvalidState is sent. */
        FAULT_INVALID_STATE,
        /** The fault UnknownTransaction is sent. */
        FAULT_UNKNOWN_TRANSACTION
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException when the event can't happen in that state
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
                        ? step(Action.SEND_REGISTER_RESPONSE, ACTIVE) // into the round that is under way
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

    // ---- events of its own

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
