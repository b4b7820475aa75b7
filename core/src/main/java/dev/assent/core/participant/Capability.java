package dev.assent.core.participant;

/** What a participant's own protocol lets it do; a commit protocol asks only for what is here. */
public enum Capability {
    /** It can be asked to commit without having been prepared ({@link Participant#commitOnePhase}). */
    ONE_PHASE,

    /** It can answer {@link Answer#READ_ONLY} to prepare. */
    READ_ONLY,

    /** It remembers a heuristic outcome until {@link Participant#forget}. */
    FORGET,

    /** It can report heuristic outcomes at all. */
    HEURISTICS
}
