package dev.assent.transport.soap.coordinator;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import org.jspecify.annotations.Nullable;

/**
 * A participant's claim about its vote that it has sent unasked, for the next verb. Not thread-safe: its {@link Enlistment} guards
 * it.
 */
final class VoteClaim {
    /** Null for none. */
    private @Nullable Answer claim;

    boolean isDoubt() {
        return claim == Answer.DOUBTFUL;
    }

    boolean isHazard() {
        return claim == Answer.HEURISTIC_HAZARD;
    }

    /** It has voted Prepared and says that it has rolled back. If it has said so before, nobody knows what it did. */
    void hasAborted() {
        claim = claim == null ? Answer.DOUBTFUL : Answer.HEURISTIC_HAZARD;
    }

    /** Nobody knows what it did. */
    void hazard() {
        claim = Answer.HEURISTIC_HAZARD;
    }

    /** The claim that answers the verb; null for none. A hazard stays; a doubt is reported once. */
    @Nullable Answer answerTo(RemoteVerb verb) {
        Answer known = claim;
        if (known == Answer.HEURISTIC_HAZARD && VerbAnswers.DECISIONS.contains(verb)) {
            return known;
        }
        if (known == Answer.DOUBTFUL && verb == RemoteVerb.COMMIT) {
            claim = null;
            return known;
        }
        return null;
    }
}
