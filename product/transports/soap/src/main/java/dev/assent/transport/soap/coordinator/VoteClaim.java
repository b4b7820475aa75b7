package dev.assent.transport.soap.coordinator;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import dev.assent.transport.soap.state.Step;
import dev.assent.transport.soap.state.TwoPhaseState;
import org.jspecify.annotations.Nullable;

/**
 * What a participant in Durable2PC has claimed about its data unasked, for the next verb. Not thread-safe: its {@link
 * Enlistment} guards it.
 */
final class VoteClaim {
    /** DOUBTFUL: it has rolled back. HEURISTIC_COMMIT: it has committed. HEURISTIC_HAZARD: nobody knows. Null: none. */
    private @Nullable Answer claim;

    boolean isHazard() {
        return claim == Answer.HEURISTIC_HAZARD;
    }

    /** Nobody knows what it did. */
    void hazard() {
        claim = Answer.HEURISTIC_HAZARD;
    }

    /**
     * Takes a message. Nobody knows what the participant did if it says that it has committed when it can only roll
     * back, if it says both that it has committed and that it has rolled back, or if it says twice after its vote that
     * it has rolled back.
     *
     * @param step the cell of the table for the message
     * @param isAnswer whether the message answers a verb that waits for it
     * @return whether nobody knows what it did
     */
    boolean hear(Event message, Step<Action, TwoPhaseState> step, boolean isAnswer) {
        boolean isWrong = step.action() == Action.FAULT_INVALID_STATE;
        if (message == Event.COMMITTED && isWrong && step.next() == TwoPhaseState.ABORTING) {
            hazard();
        } else if (!isAnswer) {
            claim = unasked(message, isWrong, step.action() == Action.FORGET);
        }
        return isHazard();
    }

    private @Nullable Answer unasked(Event message, boolean isWrong, boolean isOver) {
        Answer known = claim;
        boolean hasCommitted = known == Answer.HEURISTIC_COMMIT;
        return switch (message) {
            case COMMITTED ->
                known == Answer.DOUBTFUL ? Answer.HEURISTIC_HAZARD : isWrong ? Answer.HEURISTIC_COMMIT : known;
            case ABORTED, READ_ONLY -> {
                if (isWrong && message == Event.ABORTED) {
                    yield known == null ? Answer.DOUBTFUL : Answer.HEURISTIC_HAZARD;
                }
                yield isOver && hasCommitted ? Answer.HEURISTIC_HAZARD : known;
            }
            default -> known;
        };
    }

    /**
     * The claim that answers the verb; null for none. A hazard stays; a doubt is reported once. If it has committed,
     * that contradicts only a rollback.
     */
    @Nullable Answer answerTo(RemoteVerb verb) {
        Answer known = claim;
        if (known == Answer.DOUBTFUL && verb == RemoteVerb.COMMIT) {
            claim = null;
            return known;
        }
        if (known == Answer.HEURISTIC_COMMIT && verb == RemoteVerb.ROLLBACK) {
            hazard();
        }
        return isHazard() && VerbAnswers.DECISIONS.contains(verb) ? claim : null;
    }
}
