package dev.assent.resources.room;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.Workers;
import dev.assent.core.jta.JtaTransaction;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A connection or session of a pool that is in use. Thread safety: safe to share. */
public interface Held {
    /** For how long, in nanoseconds. */
    long heldNanos();

    /** The holder, for people. */
    String holder();

    /** The transaction that has it; null when it is outside of one. */
    @Nullable JtaTransaction transaction();

    /**
     * Waits until no transaction has any of these, or the time is over.
     *
     * @param own of the calling thread, for which this does not wait; null for none
     * @param endNanos by {@link SystemClock#nanos}
     */
    static void awaitTransactions(Collection<? extends Held> all, @Nullable JtaTransaction own, long endNanos) {
        Workers.await(
                () -> all.stream().map(Held::transaction).allMatch(each -> each == null || each == own), endNanos);
    }

    /** The one in use for longest and its holder, beginning with a semicolon; empty when none is in use. */
    static String longest(Collection<? extends Held> all) {
        return all.stream()
                .max(Comparator.comparingLong(Held::heldNanos))
                .map(held ->
                        "; the one in use for longest (" + held.heldNanos() / 1_000_000 + " ms) by " + held.holder())
                .orElse("");
    }
}
