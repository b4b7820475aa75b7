package dev.assent.lab.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a figure differs between two runs.
 *
 * @param name of the measure, with what the figure is
 * @param before in the one
 * @param after in the other
 */
public record Comparison(String name, double before, double after, Verdict verdict) {
    /** Bytes are counted, and may differ by some that are exchanged now and then. */
    private static final double BYTES_SAME = 0.01;

    /** What is to be said of a difference. */
    public enum Verdict {
        /** It may be chance. */
        SAME(""),
        /** It is not. */
        BEYOND_NOISE("beyond noise"),
        /** One of them says nothing. */
        UNSURE("disturbed, or not steady"),
        /** One of them was not repeated often enough. */
        UNKNOWN("fewer than three repeats");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        /** For people. */
        public String text() {
            return text;
        }
    }

    /** Of all figures of a measure that tell something: its mean time, its throughput, its bytes. */
    public static List<Comparison> of(String name, Summary before, Summary after) {
        Comparison time = new Comparison(
                name + ", us", before.mean(), after.mean(), verdict(before, after, before.time(), after.time()));
        Comparison throughput = new Comparison(
                name + ", a second",
                before.perSecond(),
                after.perSecond(),
                verdict(before, after, before.throughput(), after.throughput()));
        Comparison bytes =
                new Comparison(name + ", bytes", before.bytes(), after.bytes(), ofBytes(before.bytes(), after.bytes()));
        boolean isOfMany = before.repeats().get(0).key().clients() > 1;
        return Stream.of(time, throughput, bytes)
                .filter(each -> each != throughput || isOfMany)
                .filter(each -> each != bytes || bytes.verdict() == Verdict.BEYOND_NOISE)
                .toList();
    }

    private static Verdict verdict(Summary before, Summary after, Estimate one, Estimate other) {
        if (!before.isSure() || !after.isSure()) {
            return Verdict.UNSURE;
        } else if (isOnce(before) || isOnce(after)) {
            return Verdict.UNKNOWN;
        }
        return one.low() > other.high() || one.high() < other.low() ? Verdict.BEYOND_NOISE : Verdict.SAME;
    }

    /** Processes that are started anew are faster or slower as a whole, of which fewer repeats say nothing. */
    private static boolean isOnce(Summary summary) {
        return summary.repeats().size() < Summary.REPEATS_MIN;
    }

    private static Verdict ofBytes(double before, double after) {
        return Math.abs(after - before) > BYTES_SAME * before ? Verdict.BEYOND_NOISE : Verdict.SAME;
    }
}
