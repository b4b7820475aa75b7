package dev.assent.resources.quirk;

/**
 * The answer of one database in one situation.
 *
 * @param situation the question
 * @param answer the answer of the real database: an XA code's name, or a word
 * @param reason the reason of an answer that the standard does not allow; else empty
 * @param treatment what Assent does about such an answer; else empty
 * @param isCorrected whether {@link CorrectedXaResource} gives an answer that the standard allows
 */
public record Finding(Situation situation, String answer, String reason, String treatment, boolean isCorrected) {
    /** Whether the standard allows this answer. */
    public boolean isStandard() {
        return situation.standard().contains(answer) || answer.equals(Situation.Words.NOT_THERE);
    }
}
