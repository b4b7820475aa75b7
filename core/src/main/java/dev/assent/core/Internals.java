package dev.assent.core;

import dev.assent.core.transaction.Coordinator;

/** The engine of a node, for Assent's own modules and tests. Users have {@link Assent#operator}. */
public final class Internals {
    private Internals() {}

    /** The coordinator of its transactions. */
    public static Coordinator coordinator(Assent assent) {
        return assent.coordinator();
    }
}
