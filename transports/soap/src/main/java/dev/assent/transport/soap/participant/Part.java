package dev.assent.transport.soap.participant;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.state.ParticipantTable;
import dev.assent.transport.soap.state.ParticipantTable.Action;
import dev.assent.transport.soap.state.ParticipantTable.Event;
import dev.assent.transport.soap.state.Step;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a subordinate of this node is with its coordinator elsewhere, and where that is.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Part {
    private static final Set<TwoPhaseState> UNTOLD =
            EnumSet.of(TwoPhaseState.NONE, TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING, TwoPhaseState.PREPARED);

    private final OwnReference reference;
    /** Guards what follows. */
    private final Object lock = new Object();

    private TwoPhaseState state;
    private @Nullable EndpointReference coordinator;

    /**
     * One in a state.
     *
     * @param coordinator null while that is not known
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

    /** Where its coordinator is; null while that is not known. */
    @Nullable EndpointReference coordinator() {
        synchronized (lock) {
            return coordinator;
        }
    }

    /** Its registration is answered; it may have been asked before that was read. */
    void registeredWith(EndpointReference place) {
        synchronized (lock) {
            coordinator = place;
            enter(Event.REGISTER_RESPONSE);
        }
    }

    /**
     * No word has come to it, which is prepared, as its node says.
     *
     * @return whether it is to say so again; not while a word that has come is being done
     */
    boolean hearsNothing() {
        synchronized (lock) {
            if (UNTOLD.contains(state)) {
                state = TwoPhaseState.PREPARED_SUCCESS;
            }
            return enter(Event.COMMS_TIMES_OUT, TwoPhaseState.PREPARED_SUCCESS) == Action.RESEND_PREPARED;
        }
    }

    /** Whether it was registered, and has left since. */
    boolean isOver() {
        synchronized (lock) {
            return state == TwoPhaseState.NONE && coordinator != null;
        }
    }

    /** A message has come. One that is not registered, as far as is known here, is asked for its vote all the same. */
    Heard hear(Event message) {
        synchronized (lock) {
            TwoPhaseState before = state;
            if (message == Event.PREPARE && before == TwoPhaseState.NONE) {
                state = TwoPhaseState.PREPARING; // so that it is asked once
                return new Heard(before, Action.GATHER_VOTE);
            }
            return new Heard(before, enter(message));
        }
    }

    /**
     * What a message has done.
     *
     * @param before the state it has found
     */
    record Heard(TwoPhaseState before, Action action) {}

    /** Something has happened. */
    Action enter(Event event) {
        synchronized (lock) {
            Step<Action, TwoPhaseState> step = ParticipantTable.at(event, state);
            state = step.next();
            return step.action();
        }
    }

    /** The same, if it is in a state; null when it is not. */
    @Nullable Action enter(Event event, TwoPhaseState from) {
        synchronized (lock) {
            return state == from ? enter(event) : null;
        }
    }

    /** What was begun is not done, and is to be asked for again. */
    void fallBack(TwoPhaseState from, TwoPhaseState to) {
        synchronized (lock) {
            if (state == from) {
                state = to;
            }
        }
    }
}
