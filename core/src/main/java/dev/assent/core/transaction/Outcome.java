package dev.assent.core.transaction;

/** What the one who asked for an end is told. */
public enum Outcome {
    /** Told later, by exactly one {@link Completion#done}. */
    PENDING,
    /** A subordinate is prepared for either outcome, and that is durable; its superior decides. */
    PREPARED,
    /** The decision to commit is durable, or there was nothing to decide; every participant commits. */
    COMMITTED,
    /** Every participant rolls back. */
    ROLLED_BACK,
    /** Rollback was asked, and all participants had committed by themselves. */
    HEURISTIC_COMMIT,
    /** Commit was asked, and all participants had rolled back by themselves. */
    HEURISTIC_ROLLBACK,
    /** Some participants committed and some rolled back. */
    HEURISTIC_MIXED,
    /** Nobody can tell what some participant did. */
    HEURISTIC_HAZARD,
    /** The decision may or may not be durable; the next start of the node finds out (law 8). */
    UNKNOWN;

    /** Whether participants went their own way, or may have. */
    public boolean isHeuristic() {
        return switch (this) {
            case HEURISTIC_COMMIT, HEURISTIC_ROLLBACK, HEURISTIC_MIXED, HEURISTIC_HAZARD -> true;
            default -> false;
        };
    }
}
