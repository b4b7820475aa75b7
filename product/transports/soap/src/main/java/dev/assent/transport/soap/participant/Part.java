package dev.assent.transport.soap.participant;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.state.ParticipantTable;
import dev.assent.transport.soap.state.ParticipantTable.Action;
import dev.assent.transport.soap.state.ParticipantTable.Event;
import dev.assent.transport.soap.state.Step;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a subordinate of this node with its coordinator elsewhere, and the coordinator's endpoint.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Part {
    private static final Set<TwoPhaseState> UNTOLD =
            EnumSet.of(TwoPhaseState.NONE, TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING, TwoPhaseState.PREPARED);

    private final OwnReference reference;
    /** Guards the fields below. */
    private final Object lock = new Object();

    private TwoPhaseState state;
    private @Nullable EndpointReference coordinator;

    /**
     * A part in a state.
     *
     * @param coordinator null while it is not known
     */
    Part(OwnReference reference, TwoPhaseState state, @Nullable EndpointReference coordinator) {
        this.reference = reference;
        this.state = state;
        this.coordinator = coordinator;
    }

    OwnReference reference() {
        return reference;
    }

    TwoPhaseState state() {
        synchronized (lock) {
            return state;
        }
    }

    /** The coordinator's endpoint; null while it is not known. */
    @Nullable EndpointReference coordinator() {
        synchronized (lock) {
            return coordinator;
        }
    }

    /** Takes the answer to its registration; the coordinator may have asked it before that was read. */
    void registeredWith(EndpointReference place) {
        synchronized (lock) {
            coordinator = place;
            enter(Event.REGISTER_RESPONSE);
        }
    }

    /**
     * Notes that it is prepared, as its node says, and has heard no decision.
     *
     * @return whether to send Prepared again; false while it carries out a decision
     */
    boolean hearsNothing() {
        synchronized (lock) {
            if (UNTOLD.contains(state)) {
                state = TwoPhaseState.PREPARED_SUCCESS;
            }
            return enter(Event.COMMS_TIMES_OUT, TwoPhaseState.PREPARED_SUCCESS) == Action.RESEND_PREPARED;
        }
    }

    /** Whether it was registered and has ended. */
    boolean isOver() {
        synchronized (lock) {
            return state == TwoPhaseState.NONE && coordinator != null;
        }
    }

    /**
     * Takes a message. Prepare also counts if the registration is not known here. A decision counts, too: the node may
     * know the part from before a restart. While the node carries it out, the opposite decision is refused.
     */
    Heard hear(Event message) {
        synchronized (lock) {
            TwoPhaseState before = state;
            if (message == Event.PREPARE && before == TwoPhaseState.NONE) {
                state = TwoPhaseState.PREPARING; // so that the node is asked only once
                return new Heard(before, Action.GATHER_VOTE);
            }
            Action action = enter(message);
            if (before == TwoPhaseState.NONE && reference.kind() == Kind.OWN_DURABLE) {
                state = message == Event.COMMIT ? TwoPhaseState.COMMITTING : TwoPhaseState.ABORTING;
            }
            return new Heard(before, action);
        }
    }

    /**
     * The effect of a message.
     *
     * @param before the state before it
     */
    record Heard(TwoPhaseState before, Action action) {}

    /** Takes an event, and returns the action for it. */
    Action enter(Event event) {
        synchronized (lock) {
            Step<Action, TwoPhaseState> step = ParticipantTable.at(event, state);
            state = step.next();
            return step.action();
        }
    }

    /** Takes an event, if the part is in this state; else returns null. */
    @Nullable Action enter(Event event, TwoPhaseState from) {
        synchronized (lock) {
            return state == from ? enter(event) : null;
        }
    }

    /** Returns to an earlier state, since the work failed and the coordinator will ask again. */
    void fallBack(TwoPhaseState from, TwoPhaseState to) {
        synchronized (lock) {
            if (state == from) {
                state = to;
            }
        }
    }
}
