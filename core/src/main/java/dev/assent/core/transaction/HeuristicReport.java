package dev.assent.core.transaction;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;

/**
 * One participant that went its own way, or may have.
 *
 * @param participant which
 * @param answer what it did: one of the heuristic answers
 */
public record HeuristicReport(Participant participant, Answer answer) {
    /** For messages: who did what. */
    @Override
    public String toString() {
        return participant + ": " + answer;
    }
}
