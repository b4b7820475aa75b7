package dev.assent.core.operator;

/** Why a transaction is in doubt, or is not. */
public enum Standing {
    /** Commit is decided; some resource has not confirmed it. */
    WAITS_TO_COMMIT("waits-to-commit", true),
    /** It rolls back; some resource has not confirmed it. */
    WAITS_TO_ROLL_BACK("waits-to-roll-back", true),
    /** Its last resource was asked to commit, with unknown outcome (law 13: the last resource is announced). */
    LAST_RESOURCE_UNKNOWN("last-resource-unknown", true),
    /** It is prepared, and its superior decides (law 18: a prepared subordinate asks). */
    PREPARED("prepared", true),
    /** An operator has decided it in place of its superior, which has not confirmed that. */
    UNCONFIRMED("unconfirmed", true),
    /** It is over, and some resource did not follow the decision, or may not have. */
    HEURISTIC("heuristic", true),
    /** The log failed while its decision was forced (law 8: a failed force is an unknown outcome). */
    UNKNOWN("unknown", true),
    /** It is under way on a running node. */
    UNDER_WAY("under-way", false),
    /** The log has no decision: presumed abort applies. */
    ORPHAN("orphan", true),
    /** Its branches are this node's, which must not decide about them. */
    LEFT_ALONE("left-alone", true),
    /** Its branches are another node's. */
    OF_ANOTHER_NODE("of-another-node", true),
    /** The log has a record of it that this version does not understand (law 10: the unknown is left alone). */
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

    /** Whether recovery or an operator still has something to do. */
    public boolean isInDoubt() {
        return inDoubt;
    }
}
