package dev.assent.lab.invocations;

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
    /** What has become of it. */
    enum Verdict {
        /** It is so today. */
        CONFIRMED("confirmed"),
        /** It is so, but far more or far less. */
        CHANGED("changed"),
        /** It is the other way round. */
        REVERSED("reversed"),
        /** What it is about was not measured, or not surely enough. */
        NOT_MEASURED("not measured");

        private final String text;

        Verdict(String text) {
            this.text = text;
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
     */
    record Finding(Verdict verdict, String measured) {
        static final Finding NONE = new Finding(Verdict.NOT_MEASURED, "");
    }

    Finding find(Results results) {
        return look.apply(results).orElse(Finding.NONE);
    }
}
