package dev.assent.lab.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a figure differs between two runs.
 *
 * @param name of the measure and of the figure
 * @param before in the one
 * @param after in the other
 */
public record Comparison(String name, double before, double after, Verdict verdict) {
    /** Bytes have no noise, but some are exchanged now and then, in one run more often than in another. */
    private static final double BYTES_SAME = 0.01;

    /** The verdict on a difference. */
    public enum Verdict {
        /** It may be chance. */
        SAME(""),
        /** It is not. */
        BEYOND_NOISE("beyond noise"),
        /** Something that has no noise has changed. */
        COUNTED("counted exactly, which has no noise"),
        /** One of them says nothing. */
        UNSTEADY("UNSURE: disturbed, or not steady"),
        /** One of them was not repeated often enough. */
        UNREPEATED("UNSURE: fewer than three repeats"),
        /** In one of them others may have been counted, too. */
        INEXACT("UNSURE: not counted exactly");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        /** For people. */
        public String text() {
            return text;
        }
    }

    /**
     * Compares the figures of a measure that say something: its mean time, its throughput, and its bytes when they
     * differ.
     */
    public static List<Comparison> of(String name, Summary before, Summary after) {
        List<Comparison> all = new ArrayList<>();
        all.add(ofTime(name + ", us", before, after, Summary::time));
        if (before.repeats().get(0).key().clients() > 1) {
            all.add(ofTime(name + ", a second", before, after, Summary::throughput));
        }
        ofBytes(name + ", bytes", before.bytes(), after.bytes()).ifPresent(all::add);
        return all;
    }

    /** Whether it is a time, which has noise, and not a count. */
    public boolean isOfTime() {
        return verdict != Verdict.COUNTED && verdict != Verdict.INEXACT;
    }

    private static Comparison ofTime(String name, Summary before, Summary after, Function<Summary, Estimate> figure) {
        Estimate one = figure.apply(before);
        Estimate other = figure.apply(after);
        return new Comparison(name, one.value(), other.value(), verdict(before, after, one.isApartFrom(other)));
    }

    /** Each start of the processes makes them faster or slower as a whole, so fewer repeats say nothing. */
    private static Verdict verdict(Summary before, Summary after, boolean isApart) {
        if (!before.isRepeated() || !after.isRepeated()) {
            return Verdict.UNREPEATED;
        } else if (!before.isSure() || !after.isSure()) {
            return Verdict.UNSTEADY;
        }
        return isApart ? Verdict.BEYOND_NOISE : Verdict.SAME;
    }

    /** Empty when they are the same, or were not counted. */
    private static Optional<Comparison> ofBytes(String name, Count before, Count after) {
        Verdict verdict = before.isExact() && after.isExact() ? Verdict.COUNTED : Verdict.INEXACT;
        return Math.abs(after.value() - before.value()) > BYTES_SAME * before.value()
                ? Optional.of(new Comparison(name, before.value(), after.value(), verdict))
                : Optional.empty();
    }
}
