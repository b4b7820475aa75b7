package dev.assent.core.transaction;

/** The answer to a request for a transaction's end. */
public enum Outcome {
    /** Not known yet; exactly one {@link Completion#done} follows. */
    PENDING,
    /** A subordinate is prepared for either outcome, and that is durable; its superior decides. */
    PREPARED,
    /** The decision to commit is durable, or there was nothing to decide; every participant commits. */
    COMMITTED,
    /** Every participant rolls back. */
    ROLLED_BACK,
    /** The request was rollback, and all participants had committed by themselves. */
    HEURISTIC_COMMIT,
    /** The request was commit, and all participants had rolled back by themselves. */
    HEURISTIC_ROLLBACK,
    /** Some participants committed and some rolled back. */
    HEURISTIC_MIXED,
    /** Nobody can tell what some participant did. */
    HEURISTIC_HAZARD,
    /** The decision may or may not be durable; the next start of the node finds out (law 8). */
    UNKNOWN;

    /** Whether participants did not follow the decision, or may not have. */
    public boolean isHeuristic() {
        return switch (this) {
            case HEURISTIC_COMMIT, HEURISTIC_ROLLBACK, HEURISTIC_MIXED, HEURISTIC_HAZARD -> true;
            default -> false;
        };
    }
}
