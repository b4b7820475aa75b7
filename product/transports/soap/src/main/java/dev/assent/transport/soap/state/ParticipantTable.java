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
 * Two-phase commit as a participant sees it (WS-AtomicTransaction 1.2, section 9.2). In the standard a rollback takes
 * no time. Here it is a state, {@link TwoPhaseState#ABORTING}, since a participant here has participants of its own.
 * When these are over, the state ends and the participant sends Aborted. A timeout is the node's event: the node rolls
 * back, and votes no when it is asked.
 *
 * <p>Pure: safe to share.
 */
public final class ParticipantTable {
    private ParticipantTable() {}

    /** The events. */
    public enum Event {
        /** Message: the participant is registered. */
        REGISTER_RESPONSE,
        /** Message: the coordinator asks for the vote. */
        PREPARE,
        /** Message: commit. */
        COMMIT,
        /** Message: roll back. */
        ROLLBACK,
        /** No message has come for too long. */
        COMMS_TIMES_OUT,
        /** The vote is yes. */
        COMMIT_DECISION,
        /**
         * The vote is no, and the participant has rolled back; also if the vote was not written, or after a timeout.
         */
        ROLLBACK_DECISION,
        /** The participant has nothing to commit. */
        READ_ONLY_DECISION,
        /** The vote is durable. */
        WRITE_DONE,
        /** The participant has committed, or rolled back, all its work. */
        ALL_FORGOTTEN
    }

    /** The action for an event. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** Note the coordinator's endpoint. */
        REGISTER_SUBORDINATE,
        /** Ask the node for the vote. */
        GATHER_VOTE,
        /** Give the vote to the log. */
        RECORD_VOTE,
        /** Commit. */
        INITIATE_COMMIT,
        /** Roll back. */
        INITIATE_ROLLBACK,
        /** Send Prepared. */
        SEND_PREPARED,
        /** Send Prepared again. */
        RESEND_PREPARED,
        /** Send ReadOnly. */
        SEND_READ_ONLY,
        /** Send Aborted. */
        SEND_ABORTED,
        /** Send Committed. */
        SEND_COMMITTED,
        /** Send the fault InvalidState. */
        FAULT_INVALID_STATE,
        /** Send the fault InvalidState and roll back: the coordinator is in a wrong state. */
        FAULT_AND_ROLLBACK
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException if the event can't happen in that state
     */
    public static Step<Action, TwoPhaseState> at(Event event, TwoPhaseState state) {
        return switch (event) {
            case REGISTER_RESPONSE ->
                state == NONE ? step(Action.REGISTER_SUBORDINATE, ACTIVE) : step(Action.IGNORE, state);
            case PREPARE -> prepare(state);
            case COMMIT -> commit(state);
            case ROLLBACK -> rollback(state);
            case COMMS_TIMES_OUT ->
                only(event, state, PREPARED_SUCCESS, step(Action.RESEND_PREPARED, PREPARED_SUCCESS));
            case COMMIT_DECISION -> only(event, state, PREPARING, step(Action.RECORD_VOTE, PREPARED));
            case ROLLBACK_DECISION -> undecided(event, state, step(Action.SEND_ABORTED, NONE));
            case READ_ONLY_DECISION -> undecided(event, state, step(Action.SEND_READ_ONLY, NONE));
            case WRITE_DONE -> only(event, state, PREPARED, step(Action.SEND_PREPARED, PREPARED_SUCCESS));
            case ALL_FORGOTTEN -> allForgotten(state);
        };
    }

    /** Before its vote, asked or not, the participant may leave by itself. */
    private static Step<Action, TwoPhaseState> undecided(
            Event event, TwoPhaseState state, Step<Action, TwoPhaseState> step) {
        if (state != ACTIVE && state != PREPARING) {
            throw Step.none(event, state);
        }
        return step;
    }

    private static Step<Action, TwoPhaseState> prepare(TwoPhaseState state) {
        return switch (state) {
            case NONE, ABORTING -> step(Action.SEND_ABORTED, state);
            case ACTIVE -> step(Action.GATHER_VOTE, PREPARING);
            case PREPARING, PREPARED, COMMITTING -> step(Action.IGNORE, state);
            case PREPARED_SUCCESS -> step(Action.RESEND_PREPARED, PREPARED_SUCCESS);
        };
    }

    /**
     * While its vote is being written it does not roll back: the vote may be durable. Then it is sent, and Commit comes
     * again.
     */
    private static Step<Action, TwoPhaseState> commit(TwoPhaseState state) {
        return switch (state) {
            case NONE -> step(Action.SEND_COMMITTED, NONE);
            case ACTIVE, PREPARING -> step(Action.FAULT_AND_ROLLBACK, ABORTING);
            case PREPARED, ABORTING -> step(Action.FAULT_INVALID_STATE, state);
            case PREPARED_SUCCESS -> step(Action.INITIATE_COMMIT, COMMITTING);
            case COMMITTING -> step(Action.IGNORE, COMMITTING);
        };
    }

    private static Step<Action, TwoPhaseState> rollback(TwoPhaseState state) {
        return switch (state) {
            case NONE, ABORTING -> step(Action.SEND_ABORTED, state);
            case ACTIVE, PREPARING, PREPARED, PREPARED_SUCCESS -> step(Action.INITIATE_ROLLBACK, ABORTING);
            case COMMITTING -> step(Action.FAULT_INVALID_STATE, COMMITTING);
        };
    }

    private static Step<Action, TwoPhaseState> allForgotten(TwoPhaseState state) {
        return switch (state) {
            case COMMITTING -> step(Action.SEND_COMMITTED, NONE);
            case ABORTING -> step(Action.SEND_ABORTED, NONE);
            case NONE, ACTIVE, PREPARING, PREPARED, PREPARED_SUCCESS -> throw Step.none(Event.ALL_FORGOTTEN, state);
        };
    }
}
