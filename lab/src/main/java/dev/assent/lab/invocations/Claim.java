package dev.assent.lab.invocations;

import dev.assent.lab.report.Block.Tone;
import dev.assent.lab.result.Results;
import java.util.Optional;
import java.util.function.Function;

/**
 * Something that a paper says, which a run confirms or not.
 *
 * @param text what it says, in words of our own
 * @param published the figures for that
 * @param look finds out; empty when what it is about was not measured
 */
record Claim(String text, String published, Function<Results, Optional<Finding>> look) {
    /** What has become of it; what is further from the claim comes later. */
    enum Verdict {
        /** It is so today. */
        CONFIRMED("confirmed", Tone.SAME),
        /** It is so, but far more or far less. */
        CHANGED("changed", Tone.OTHER),
        /** It is the other way round. */
        REVERSED("reversed", Tone.CONTRARY),
        /** What it is about was not measured. */
        NOT_MEASURED("not measured", Tone.NONE);

        private final String text;
        private final Tone tone;

        Verdict(String text, Tone tone) {
            this.text = text;
            this.tone = tone;
        }

        /** How it is shown. */
        Tone tone() {
            return tone;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * What a run says.
     *
     * @param measured the figures for that
     * @param isSure whether it is so also by what was neither disturbed nor unsteady alone
     */
    record Finding(Verdict verdict, String measured, boolean isSure) {
        static final Finding NONE = new Finding(Verdict.NOT_MEASURED, "", true);

        Finding(Verdict verdict, String measured) {
            this(verdict, measured, true);
        }
    }

    Finding find(Results results) {
        Finding found = look.apply(results).orElse(Finding.NONE);
        Finding sure = look.apply(results.sure()).orElse(Finding.NONE);
        return new Finding(found.verdict(), found.measured(), found.verdict() == sure.verdict());
    }
}
