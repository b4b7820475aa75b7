package dev.assent.remote.message;

/** The requests of a superior to a subordinate. */
public enum RemoteVerb {
    /** Run your synchronizations, before any participant prepares (law 19). */
    BEFORE_COMPLETION,
    /** Vote. */
    PREPARE,
    /** Commit, after the vote. */
    COMMIT,
    /** Roll back. */
    ROLLBACK,
    /** Commit without a vote; the subordinate decides. */
    COMMIT_ONE_PHASE,
    /** Forget a heuristic outcome that your superior has seen. */
    FORGET;

    /** The request in a sentence, as in "the request to commit". */
    public String words() {
        return switch (this) {
            case BEFORE_COMPLETION -> "run its synchronizations";
            case PREPARE -> "prepare";
            case COMMIT -> "commit";
            case ROLLBACK -> "roll back";
            case COMMIT_ONE_PHASE -> "commit in one phase";
            case FORGET -> "forget";
        };
    }
}
