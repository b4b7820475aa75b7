package dev.assent.core.transaction;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;

/**
 * One participant that did not follow the decision, or may not have.
 *
 * @param participant which
 * @param answer what it did: one of the heuristic answers
 */
public record HeuristicReport(Participant participant, Answer answer) {
    /** For messages: the participant and what it did. */
    @Override
    public String toString() {
        return participant + ": " + answer;
    }
}
