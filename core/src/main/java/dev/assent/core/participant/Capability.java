package dev.assent.core.participant;

/** What a participant's own protocol lets it do; a commit protocol asks only for what is here. */
public enum Capability {
    /**
     * It can be asked to prepare. One that can't is a last resource: a transaction has one at most, and asks it
     * to commit when all others are prepared (law 13).
     */
    PREPARE,

    /** A last resource whose commit leaves a marker, by which recovery finds out what it did. */
    MARKER,

    /** It has synchronizations that have not been called yet; it may get and lose this. */
    SYNCHRONIZATIONS,

    /** It can be asked to commit without having been prepared ({@link Participant#commitOnePhase}). */
    ONE_PHASE,

    /** It can answer {@link Answer#READ_ONLY} to prepare. */
    READ_ONLY,

    /** It remembers a heuristic outcome until {@link Participant#forget}. */
    FORGET,

    /** It can report heuristic outcomes at all. */
    HEURISTICS
}
