package dev.assent.core.log;

/**
 * The kinds of record in a decision log. The set is open: a log keeps and replays kinds it does not
 * know, and recovery leaves their transactions to the operator (law 10). Codes are never reused.
 */
public final class RecordKind {
    /** A commit decision with the participants that must hear of it. */
    public static final int DECISION = 1;

    /** A heuristic outcome, kept until an operator forgets it (law 12). */
    public static final int HEURISTIC = 2;

    /** The last resource is about to be asked to commit; it decides for the others (law 13). */
    public static final int LAST_RESOURCE = 3;

    /** A decision to roll back, after a last resource that was asked to commit has rolled back. */
    public static final int ROLLBACK = 4;

    /** A subordinate is prepared, and its superior decides (law 18). */
    public static final int PREPARED = 5;

    /**
     * The superior of a transaction that an operator has resolved has decided to commit: it confirms him, or contradicts
     * him (laws 12 and 18).
     */
    public static final int SUPERIOR_COMMITS = 6;

    /** An operator's resolution of branches that no decision is known for (law 12). */
    public static final int RESOLUTION = 10;

    /** An operator's word to forget a heuristic outcome (law 12). */
    public static final int FORGETTING = 11;

    /**
     * An operator's word that another node's branches are this node's now (law 2); of this node itself, that
     * its log is an old copy.
     */
    public static final int ADOPTION = 12;

    /** A record that was found in the log of a node that is adopted; it counts once the adoption is durable. */
    public static final int ADOPTED = 13;

    /**
     * The place of another node that has voted in transactions of this one. That node hears when this one starts again. The
     * record belongs to no transaction; its identity is the place.
     */
    public static final int PLACE = 14;

    /** The lives of the node. Each checkpoint begins with this record; nobody else sees it. */
    static final int LIVES = 15;

    /** The end of a transaction, written by the log itself on {@link DecisionLog#release}. */
    public static final int END = 127;

    /** Whether it is an operator's word, for which a log keeps some room. */
    static boolean isOperators(int kind) {
        return kind == RESOLUTION || kind == FORGETTING || kind == ADOPTION;
    }

    private RecordKind() {}
}
