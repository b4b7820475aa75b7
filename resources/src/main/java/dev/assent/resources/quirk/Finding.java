package dev.assent.resources.quirk;

/**
 * How one database answers in one situation.
 *
 * @param situation the question
 * @param answer what was observed on the real database: an XA code's name, or a word
 * @param reason why it answers so, where the standard says otherwise; else empty
 * @param treatment what Assent does about it, where the standard says otherwise; else empty
 * @param isCorrected whether {@link CorrectedXaResource} gives an answer that the standard allows
 */
public record Finding(Situation situation, String answer, String reason, String treatment, boolean isCorrected) {
    /** Whether the standard allows this answer. */
    public boolean isStandard() {
        return situation.standard().contains(answer) || answer.equals(Situation.Words.NOT_THERE);
    }
}
