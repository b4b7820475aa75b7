package dev.assent.core.xa;

import dev.assent.core.participant.Answer;
import org.jspecify.annotations.Nullable;

/** The meaning of an XAException for Assent. */
public enum XaMeaning {
    /** The branch has rolled back and is gone. */
    ROLLED_BACK(Answer.ROLLED_BACK, "the branch has rolled back"),

    /** It promised nothing: the branch must be asked to roll back. */
    REFUSED(Answer.REFUSED, "no promise was made; the branch is asked to roll back"),

    /** Nothing is left to do. */
    DONE(Answer.DONE, "nothing is left to do"),

    /**
     * The branch is not there, so nothing is left to do. Not believed in two cases: recovery has just listed the
     * branch; or it had voted to commit and no rollback was tried before, so that another party has ended it.
     */
    GONE(
            Answer.DONE,
            "nothing is left to do; a hazard for a branch that was prepared and not asked before; where recovery has just"
                    + " listed the branch, asked again"),

    /** The resource has done by itself what it was asked: it may forget the branch, then nothing is left to do. */
    FORGET_THEN_DONE(Answer.DONE, "as decided, by the resource itself; asked to forget"),

    /**
     * The try failed or its result is unknown: asked again until the in-doubt list lacks the branch. If the list then
     * lacks a prepared branch after a rollback that certainly failed, another party has ended it.
     */
    RETRY(
            Answer.RETRY,
            "asked again; when a later in-doubt list lacks the branch: done, but a hazard if the branch was prepared and"
                    + " an earlier rollback of it has certainly failed"),

    /**
     * The resource claims that it can't keep its promise. The in-doubt list is read at once: as long as it has the
     * branch, the resource is asked again; if it lacks the branch, nobody knows what became of it.
     */
    RETRY_OR_HAZARD(Answer.RETRY, "asked again while the in-doubt list has the branch; a hazard when it lacks it"),

    /** The resource committed against the decision. */
    HEURISTIC_COMMIT(Answer.HEURISTIC_COMMIT, "heuristic commit"),

    /** The resource rolled back against the decision. */
    HEURISTIC_ROLLBACK(Answer.HEURISTIC_ROLLBACK, "heuristic rollback"),

    /** The resource committed a part and rolled back a part. */
    HEURISTIC_MIXED(Answer.HEURISTIC_MIXED, "heuristic mixed"),

    /** Nobody knows what the resource did. */
    HAZARD(Answer.HEURISTIC_HAZARD, "heuristic hazard"),

    /** The branch can only roll back: the transaction is marked. */
    ROLLBACK_ONLY(null, "the transaction is marked rollback-only"),

    /** The call failed and changed nothing: the caller gets the failure. */
    FAILED(null, "the caller gets a SystemException; the transaction goes on"),

    /** The resource can't be asked now. */
    UNREACHABLE(null, "the resource counts as unreachable in this recovery pass");

    private final @Nullable Answer answer;
    private final String words;

    XaMeaning(@Nullable Answer answer, String words) {
        this.answer = answer;
        this.words = words;
    }

    /** The participant's answer; null for verbs that participants do not have. */
    public @Nullable Answer answer() {
        return answer;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
