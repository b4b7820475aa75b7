package dev.assent.core.participant;

/** The abilities of a participant's protocol; a commit protocol relies on no others. */
public enum Capability {
    /**
     * It can be asked to prepare. A participant that can't is a last resource: a transaction has one at most, and asks
     * it to commit when all others are prepared (law 13: the last resource is announced).
     */
    PREPARE,

    /** A last resource whose commit leaves a marker, so that recovery can find out what it did. */
    MARKER,

    /** It has synchronizations that were not called yet; it may get and lose this ability. */
    SYNCHRONIZATIONS,

    /** It can be asked to commit without prepare ({@link Participant#commitOnePhase}). */
    ONE_PHASE,

    /** It remembers a heuristic outcome until {@link Participant#forget}. */
    FORGET
}
