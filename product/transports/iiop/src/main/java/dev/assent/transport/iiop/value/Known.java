package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/** A value that is being read, or was read, and its weight ({@link Weights}). Not thread-safe. */
final class Known {
    /** Its class. */
    final Body body;

    /** The value around it; it becomes a part of that value when it is complete. */
    final @Nullable Known around;

    /** The total weight, and the number of references back, when this value began. */
    final long weightBefore;

    final long backsBefore;

    /** The value, as soon as others may refer to it. */
    @Nullable Object value;

    boolean isWhole;

    /** The weight of all its parts; while it is incomplete, of the parts that have come. */
    long weight;

    /** How often it leads back to incomplete values, and the outermost of them. */
    long backs;

    @Nullable Known root;

    Known(Body body, @Nullable Known around, long weightBefore, long backsBefore) {
        this.body = body;
        this.around = around;
        this.weightBefore = weightBefore;
        this.backsBefore = backsBefore;
    }
}
