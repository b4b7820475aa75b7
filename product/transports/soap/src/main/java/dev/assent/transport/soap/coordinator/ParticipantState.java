package dev.assent.transport.soap.coordinator;

import dev.assent.remote.message.RemoteVerb;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.state.CoordinatorTable;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import dev.assent.transport.soap.state.Step;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of one participant in the coordinator's table (WS-AtomicTransaction 1.2, section 9). Not thread-safe: its {@link
 * Enlistment} guards it.
 */
final class ParticipantState {
    private static final Set<TwoPhaseState> UNDECIDED =
            EnumSet.of(TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING, TwoPhaseState.PREPARED);

    private static final Set<TwoPhaseState> BEFORE_VOTE =
            EnumSet.of(TwoPhaseState.NONE, TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING);

    private final CoordinatorTable table;
    private TwoPhaseState state;

    ParticipantState(Protocol protocol, TwoPhaseState state) {
        this.table = protocol == Protocol.VOLATILE_2PC ? CoordinatorTable.VOLATILE : CoordinatorTable.DURABLE;
        this.state = state;
    }

    TwoPhaseState now() {
        return state;
    }

    boolean is(TwoPhaseState asked) {
        return state == asked;
    }

    boolean isDurable() {
        return table == CoordinatorTable.DURABLE;
    }

    boolean isUndecided() {
        return UNDECIDED.contains(state);
    }

    boolean isBeforeVote() {
        return BEFORE_VOTE.contains(state);
    }

    /** Whether the table allows a registration now. */
    boolean canRegister() {
        return table.at(Event.REGISTER, state).action() == Action.SEND_REGISTER_RESPONSE;
    }

    /** The participant is over. */
    void end() {
        state = TwoPhaseState.NONE;
    }

    /** The participant is to be asked again. */
    void activate() {
        state = TwoPhaseState.ACTIVE;
    }

    /** Takes an event of the table, and returns its step. */
    Step<Action, TwoPhaseState> take(Event event) {
        Step<Action, TwoPhaseState> step = table.at(event, state);
        state = step.next();
        return step;
    }

    /** Enters the state of a verb and returns its message; null if the state does not allow the verb. */
    @Nullable Notification begin(RemoteVerb verb) {
        return switch (verb) {
            case BEFORE_COMPLETION, PREPARE -> {
                if (state == TwoPhaseState.ACTIVE) {
                    yield enter(Event.USER_COMMIT);
                }
                yield state == TwoPhaseState.PREPARING ? enter(Event.COMMS_TIMES_OUT) : null;
            }
            case COMMIT -> {
                if (state == TwoPhaseState.PREPARED) {
                    enter(Event.COMMIT_DECISION); // the decision is durable by now
                    yield enter(Event.WRITE_DONE);
                }
                yield state == TwoPhaseState.COMMITTING ? enter(Event.COMMS_TIMES_OUT) : null;
            }
            case ROLLBACK -> {
                if (isUndecided()) {
                    yield enter(Event.ROLLBACK_DECISION);
                }
                yield state == TwoPhaseState.ABORTING ? enter(Event.COMMS_TIMES_OUT) : null;
            }
            case COMMIT_ONE_PHASE, FORGET -> null; // the protocol has no such messages
        };
    }

    /** Takes an event, and returns the message to send for it; null for none. */
    @Nullable Notification enter(Event event) {
        return switch (take(event).action()) {
            case SEND_PREPARE, RESEND_PREPARE -> Notification.PREPARE;
            case SEND_COMMIT, RESEND_COMMIT -> Notification.COMMIT;
            case SEND_ROLLBACK, RESEND_ROLLBACK -> Notification.ROLLBACK;
            default -> null;
        };
    }
}
