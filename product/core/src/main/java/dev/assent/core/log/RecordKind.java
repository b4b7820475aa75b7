package dev.assent.core.log;

/**
 * The kinds of record in a decision log. The set is open: a log keeps and replays kinds that it does not know, and
 * recovery leaves their transactions to the operator (law 10: the unknown is left alone). Codes are never reused.
 */
public final class RecordKind {
    /** A commit decision with the participants that must hear it. */
    public static final int DECISION = 1;

    /** A heuristic outcome, kept until an operator forgets it (law 12: heuristic outcomes are forced first). */
    public static final int HEURISTIC = 2;

    /**
     * The coordinator is about to ask the last resource to commit; its commit is the decision (law 13: the last
     * resource is announced).
     */
    public static final int LAST_RESOURCE = 3;

    /** A decision to roll back, after a last resource was asked to commit and rolled back. */
    public static final int ROLLBACK = 4;

    /** A subordinate is prepared, and its superior decides (law 18: a prepared subordinate asks). */
    public static final int PREPARED = 5;

    /**
     * An operator has resolved the transaction, and its superior has decided to commit: that confirms the operator, or
     * contradicts him (laws 12 and 18).
     */
    public static final int SUPERIOR_COMMITS = 6;

    /** An operator's resolution of branches without a known decision (law 12: heuristic outcomes are forced first). */
    public static final int RESOLUTION = 10;

    /** An operator's or superior's order to forget a heuristic outcome (law 12). */
    public static final int FORGETTING = 11;

    /**
     * An operator's statement that another node's branches are this node's now (law 2: each start is a new epoch). If
     * it names this node itself, it says that the log is an old copy.
     */
    public static final int ADOPTION = 12;

    /** A record from the log of an adopted node; it counts once the adoption is durable. */
    public static final int ADOPTED = 13;

    /**
     * The place of another node that has voted in transactions of this one. When this node starts again, it tells that
     * node. The record belongs to no transaction; its identity is the place.
     */
    public static final int PLACE = 14;

    /** The lives of the node. Each checkpoint begins with this record; only the log sees it. */
    static final int LIVES = 15;

    /** The end of a transaction, written by the log itself on {@link DecisionLog#release}. */
    public static final int END = 127;

    /** Whether it is an operator's record, for which a log keeps some room. */
    static boolean isOperators(int kind) {
        return kind == RESOLUTION || kind == FORGETTING || kind == ADOPTION;
    }

    private RecordKind() {}
}
