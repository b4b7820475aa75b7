package dev.assent.core.operator;

/** Why a transaction is in doubt, or is not. */
public enum Standing {
    /** Commit is decided; some resource has not confirmed it. */
    WAITS_TO_COMMIT("waits-to-commit", true),
    /** It rolls back; some resource has not confirmed it. */
    WAITS_TO_ROLL_BACK("waits-to-roll-back", true),
    /** Its last resource was asked to commit, and nobody knows what it did (law 13). */
    LAST_RESOURCE_UNKNOWN("last-resource-unknown", true),
    /** It is prepared, and its superior decides (law 18). */
    PREPARED("prepared", true),
    /** An operator has decided it in place of its superior, which has not confirmed that. */
    UNCONFIRMED("unconfirmed", true),
    /** It is over, and some resource did not do what was decided, or may not have. */
    HEURISTIC("heuristic", true),
    /** The log failed under its decision (law 8). */
    UNKNOWN("unknown", true),
    /** It is under way on a running node. */
    UNDER_WAY("under-way", false),
    /** No decision is in the log: it is presumed to be rolled back. */
    ORPHAN("orphan", true),
    /** Its branches are this node's, which must not decide about them. */
    LEFT_ALONE("left-alone", true),
    /** Its branches are another node's. */
    OF_ANOTHER_NODE("of-another-node", true),
    /** The log holds a record of it that this version does not understand (law 10). */
    NOT_UNDERSTOOD("not-understood", true);

    private final String key;
    private final boolean inDoubt;

    Standing(String key, boolean inDoubt) {
        this.key = key;
        this.inDoubt = inDoubt;
    }

    /** The word for it in reports; it never changes its meaning. */
    public String key() {
        return key;
    }

    /** Whether something is left to be done, by recovery or by an operator. */
    public boolean isInDoubt() {
        return inDoubt;
    }
}
