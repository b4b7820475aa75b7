package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/** A value that is being read, or was, and what it weighs ({@link Weights}). Not thread-safe. */
final class Known {
    /** What it is. */
    final Body body;

    /** The one that it is inside of, and a part of when it is whole. */
    final @Nullable Known around;

    /** What everything has weighed when it began, and how many references back there were. */
    final long weightBefore;

    final long backsBefore;

    /** Itself, as soon as it may be referred to. */
    @Nullable Object value;

    boolean isWhole;

    /** Of what it has: of all, or, as long as it is not whole, of the parts that it has got. */
    long weight;

    /** How often it leads back to values that were not whole, and the outermost of these. */
    long backs;

    @Nullable Known root;

    Known(Body body, @Nullable Known around, long weightBefore, long backsBefore) {
        this.body = body;
        this.around = around;
        this.weightBefore = weightBefore;
        this.backsBefore = backsBefore;
    }
}
