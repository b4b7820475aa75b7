package dev.assent.remote.superior;

/**
 * What a subordinate has claimed about a commit, as far as the log keeps it. The first byte of a subordinate's
 * description, its kind, says the claim. It also says whether the subordinate is at a node of Assent, or is a
 * stranger's, which has no name but its address. A version that does not know the byte leaves the transaction alone:
 * law 10 (the unknown is left alone).
 *
 * <p>Immutable and safe to share.
 */
enum Claim {
    /** It has claimed nothing. */
    NONE(3, 4),

    /** It heard the commit and claimed that it can't commit. */
    DOUBTFUL(5, 6),

    /**
     * It said, before it can have heard a commit, that it does not know the transaction: then it has lost its work, or
     * has restarted and asks later.
     */
    LOST(7, 8);

    private final int kindOfNodes;
    private final int kindOfStrangers;

    Claim(int kindOfNodes, int kindOfStrangers) {
        this.kindOfNodes = kindOfNodes;
        this.kindOfStrangers = kindOfStrangers;
    }

    /** The first byte of a description of a subordinate that has claimed this. */
    int kind(boolean isStranger) {
        return isStranger ? kindOfStrangers : kindOfNodes;
    }

    /** Whether a description that begins with this byte is of a subordinate. */
    static boolean isKind(int kind) {
        return kind >= NONE.kindOfNodes && kind <= LOST.kindOfStrangers;
    }

    /** The claim of a description. */
    static Claim of(int kind) {
        for (Claim each : values()) {
            if (kind == each.kindOfNodes || kind == each.kindOfStrangers) {
                return each;
            }
        }
        throw new IllegalArgumentException("kind " + kind + " is not of a subordinate");
    }

    /** Whether a description is of a stranger's subordinate. */
    static boolean isStranger(int kind) {
        return kind == of(kind).kindOfStrangers;
    }
}
