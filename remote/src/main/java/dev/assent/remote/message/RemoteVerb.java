package dev.assent.remote.message;

/** What a superior asks a subordinate. */
public enum RemoteVerb {
    /** To run its synchronizations, before any participant prepares (law 19). */
    BEFORE_COMPLETION,
    /** For its vote. */
    PREPARE,
    /** To commit what it has voted for. */
    COMMIT,
    /** To roll back. */
    ROLLBACK,
    /** To commit without a vote: it decides. */
    COMMIT_ONE_PHASE,
    /** To forget a heuristic outcome that its superior has seen. */
    FORGET
}
