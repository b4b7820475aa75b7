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
 * Two-phase commit as a participant sees it (WS-AtomicTransaction 1.2, section 9.2). The standard rolls back in no time; here
 * that is a state, {@link TwoPhaseState#ABORTING}, since a participant here has participants of its own. It is left when
 * these are over, and Aborted is sent then. That its time is over is the node's event: it rolls back, and its vote is no when
 * it is asked for it.
 *
 * <p>Pure: safe to share.
 */
public final class ParticipantTable {
    private ParticipantTable() {}

    /** What can happen. */
    public enum Event {
        /** Message: it is registered. */
        REGISTER_RESPONSE,
        /** Message: its vote is wanted. */
        PREPARE,
        /** Message: it is to commit. */
        COMMIT,
        /** Message: it is to roll back. */
        ROLLBACK,
        /** No word has come for too long. */
        COMMS_TIMES_OUT,
        /** Its vote is yes. */
        COMMIT_DECISION,
        /** Its vote is no, and it has rolled back: so is one whose vote was not written, or whose time was over before. */
        ROLLBACK_DECISION,
        /** It has nothing to commit. */
        READ_ONLY_DECISION,
        /** Its vote is durable. */
        WRITE_DONE,
        /** All that it has to commit, or to roll back, is. */
        ALL_FORGOTTEN
    }

    /** What is done about it. */
    public enum Action {
        /** Nothing. */
        IGNORE,
        /** It is known where its coordinator is. */
        REGISTER_SUBORDINATE,
        /** It finds out how to vote. */
        GATHER_VOTE,
        /** Its vote is handed to the log. */
        RECORD_VOTE,
        /** It commits. */
        INITIATE_COMMIT,
        /** It rolls back. */
        INITIATE_ROLLBACK,
        /** Prepared is sent. */
        SEND_PREPARED,
        /** Prepared is sent again. */
        RESEND_PREPARED,
        /** ReadOnly is sent. */
        SEND_READ_ONLY,
        /** Aborted is sent. */
        SEND_ABORTED,
        /** Committed is sent. */
        SEND_COMMITTED,
        /** The fault InvalidState is sent. */
        FAULT_INVALID_STATE,
        /** The fault InvalidState is sent, and it rolls back: its coordinator has lost its way. */
        FAULT_AND_ROLLBACK
    }

    /**
     * The cell of an event in a state.
     *
     * @throws IllegalStateException when the event can't happen in that state
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

    /** It may leave by itself before it has voted, asked or not. */
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

    /** One whose vote is being written does not roll back: it may be durable, and is sent, and Commit comes again. */
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
