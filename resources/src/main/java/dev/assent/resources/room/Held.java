package dev.assent.resources.room;

import java.util.Collection;
import java.util.Comparator;

/** Something of a pool that somebody has. Thread safety: safe to share. */
public interface Held {
    /** For how long, in nanoseconds. */
    long heldNanos();

    /** Who has it, for people. */
    String holder();

    /** Who has one of these for longest, to be read after a comma's place; empty when nobody has any. */
    static String longest(Collection<? extends Held> all) {
        return all.stream()
                .max(Comparator.comparingLong(Held::heldNanos))
                .map(held ->
                        ", the one in use for longest (" + held.heldNanos() / 1_000_000 + " ms) by " + held.holder())
                .orElse("");
    }
}
