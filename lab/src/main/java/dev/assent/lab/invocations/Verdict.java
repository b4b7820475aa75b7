package dev.assent.lab.invocations;

import dev.assent.lab.report.Block.Tone;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Estimate.Side;
import java.util.Collection;

/** The verdict on a claim, by the whole of an interval; a verdict that is further from confirmed comes later. */
enum Verdict {
    /** It is so today. */
    CONFIRMED("confirmed", Tone.SAME),
    /** The measured figure is too uncertain to confirm or to contradict it. */
    CANNOT_TELL("cannot tell", Tone.NONE),
    /** It is so, but far more or far less. */
    CHANGED("changed", Tone.OTHER),
    /** It is the other way round. */
    REVERSED("reversed", Tone.CONTRARY),
    /** The subject of the claim was not measured. */
    NOT_MEASURED("not measured", Tone.NONE);

    /** A figure within this factor of the published one, either way, counts as the same. */
    static final double SAME = 1.5;

    /** A part of at most this size counts as nearly nothing. */
    private static final double NEARLY_FREE = 0.1;

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

    /**
     * The verdict on a figure that was published as this one, above 0. If the measured figure is surely below 0, it is
     * the other way round.
     */
    static Verdict bySize(Estimate measured, double published) {
        if (measured.of(0) == Side.BELOW) {
            return REVERSED;
        }
        double least = published / SAME;
        double most = published * SAME;
        if (measured.low() >= least && measured.high() <= most) {
            return CONFIRMED;
        }
        return measured.low() > most || measured.high() < least ? CHANGED : CANNOT_TELL;
    }

    /**
     * The verdict on a published ratio of two times. Near 1 the part above 1 counts: 1.1 times and 1.5 times are not
     * the same.
     */
    static Verdict byRatio(Estimate ratio, double published) {
        return switch (ratio.of(1)) {
            case BELOW -> REVERSED;
            case WITHIN_NOISE, UNKNOWN -> CANNOT_TELL;
            case ABOVE ->
                published < 2 ? bySize(ratio.minus(Estimate.exactly(1)), published - 1) : bySize(ratio, published);
        };
    }

    /**
     * On several that were published as about the same: by the least that they may differ, and by the most.
     *
     * @param all above 0, one at least
     */
    static Verdict alike(Collection<Estimate> all) {
        double leastLow = all.stream().mapToDouble(Estimate::low).min().orElseThrow();
        double leastHigh = all.stream().mapToDouble(Estimate::high).min().orElseThrow();
        double mostLow = all.stream().mapToDouble(Estimate::low).max().orElseThrow();
        double mostHigh = all.stream().mapToDouble(Estimate::high).max().orElseThrow();
        if (leastLow > 0 && mostHigh <= leastLow * SAME) {
            return CONFIRMED;
        }
        return mostLow > 0 && mostLow > leastHigh * SAME ? CHANGED : CANNOT_TELL;
    }

    /** On something that is next to nothing of another thing: this part of it. */
    static Verdict nearlyFree(Estimate part) {
        if (part.of(NEARLY_FREE) == Side.BELOW) {
            return CONFIRMED;
        } else if (part.of(1) == Side.ABOVE) {
            return REVERSED;
        }
        return part.of(NEARLY_FREE) == Side.ABOVE ? CHANGED : CANNOT_TELL;
    }
}
