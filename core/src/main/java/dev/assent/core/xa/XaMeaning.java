package dev.assent.core.xa;

import dev.assent.core.participant.Answer;
import org.jspecify.annotations.Nullable;

/** What an XAException means for Assent, in the words of its own ports. */
public enum XaMeaning {
    /** The branch has rolled back and is gone. */
    ROLLED_BACK(Answer.ROLLED_BACK, "the branch has rolled back"),

    /** No promise was made: the branch must be asked to roll back. */
    REFUSED(Answer.REFUSED, "no promise was made; the branch is asked to roll back"),

    /** Nothing is left to do. */
    DONE(Answer.DONE, "nothing is left to do"),

    /**
     * The branch is not there, so nothing is left to do: believed unless recovery has just seen it listed, or it had voted to
     * commit and no rollback was tried before, so that somebody else has ended it.
     */
    GONE(
            Answer.DONE,
            "nothing is left to do; a hazard for a branch that was prepared and not asked before; where recovery has just"
                    + " listed the branch, asked again"),

    /** The resource did by itself what is asked: it may forget it, then nothing is left to do. */
    FORGET_THEN_DONE(Answer.DONE, "as decided, by the resource itself; it is told to forget"),

    /**
     * The try failed or its fate is unknown: asked again until the in-doubt list lacks the branch. When it lacks one that was
     * prepared after a rollback that failed for sure, somebody else has ended it.
     */
    RETRY(
            Answer.RETRY,
            "asked again; done when a later in-doubt list lacks the branch, a hazard when a rollback of a prepared branch"
                    + " has failed for sure before that"),

    /**
     * The resource claims that it can't do what it promised: asked again as long as the in-doubt list
     * has the branch, which is looked up at once; when the list lacks it, nobody knows what became of it.
     */
    RETRY_OR_HAZARD(Answer.RETRY, "asked again while the in-doubt list has the branch; a hazard when it lacks it"),

    /** The resource committed against the decision. */
    HEURISTIC_COMMIT(Answer.HEURISTIC_COMMIT, "heuristic commit"),

    /** The resource rolled back against the decision. */
    HEURISTIC_ROLLBACK(Answer.HEURISTIC_ROLLBACK, "heuristic rollback"),

    /** The resource did both. */
    HEURISTIC_MIXED(Answer.HEURISTIC_MIXED, "heuristic mixed"),

    /** Nobody can tell what the resource did. */
    HAZARD(Answer.HEURISTIC_HAZARD, "heuristic hazard"),

    /** The branch can only roll back: the transaction is marked. */
    ROLLBACK_ONLY(null, "the transaction is marked rollback-only"),

    /** The call failed and changed nothing: the caller is told. */
    FAILED(null, "the caller gets a SystemException; the transaction goes on"),

    /** The resource can't be asked now. */
    UNREACHABLE(null, "the resource counts as unreachable in this recovery pass");

    private final @Nullable Answer answer;
    private final String words;

    XaMeaning(@Nullable Answer answer, String words) {
        this.answer = answer;
        this.words = words;
    }

    /** What a participant answers; null for verbs that no participant has. */
    public @Nullable Answer answer() {
        return answer;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
