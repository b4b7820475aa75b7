package dev.assent.server.demo;

import dev.assent.TransactionId;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Measures where the time of transactions goes, by the fault points they pass. A thread says when its
 * transaction {@linkplain #begin begins} and {@linkplain #end ends}; what lies between is attributed to
 * one {@link Phase} after the other, so that the phases add up to the whole.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class PhaseTimes implements Tracer {
    private final ThreadLocal<@Nullable Marks> current = new ThreadLocal<>();
    private final Map<TransactionId, Marks> known = new ConcurrentHashMap<>();
    private final LongAdder[] nanos = new LongAdder[Phase.values().length];
    private final LongAdder transactions = new LongAdder();
    private final LongAdder prepares = new LongAdder();
    private final LongAdder commits = new LongAdder();

    PhaseTimes() {
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = new LongAdder();
        }
    }

    /** The instants at which the phases of one transaction end. */
    private static final class Marks {
        final long[] phaseEnds = new long[Phase.values().length];
        final long beginNanos;

        @Nullable TransactionId id;

        Marks(long beginNanos) {
            this.beginNanos = beginNanos;
        }

        void ends(Phase phase) {
            phaseEnds[phase.ordinal()] = System.nanoTime();
        }
    }

    /** The calling thread is about to begin a transaction. */
    void begin() {
        current.set(new Marks(System.nanoTime()));
    }

    /**
     * The calling thread's transaction is committed.
     *
     * @return how long all of it took, in nanoseconds
     */
    long end() {
        Marks marks = Objects.requireNonNull(current.get(), "begin was not called");
        current.remove();
        marks.ends(Phase.END);
        if (marks.id != null) {
            known.remove(marks.id);
        }
        long from = marks.beginNanos;
        for (Phase phase : Phase.values()) {
            long to = marks.phaseEnds[phase.ordinal()];
            nanos[phase.ordinal()].add(to - from);
            from = to;
        }
        transactions.increment();
        return from - marks.beginNanos;
    }

    @Override
    public void at(FaultPoint point, @Nullable TransactionId id, int participant) {
        if (id == null) {
            return;
        }
        switch (point) {
            case BEFORE_PREPARE -> beforePrepare(id);
            case BEFORE_FORCE -> ends(Phase.PREPARE, id);
            case AFTER_FORCE -> ends(Phase.FORCE, id);
            case BEFORE_END -> ends(Phase.COMMIT, id);
            case AFTER_PREPARE -> count(prepares, id);
            case AFTER_COMMIT -> count(commits, id);
            default -> {}
        }
    }

    /** The first participant is asked by the thread that began: from here the transaction is known by its id. */
    private void beforePrepare(TransactionId id) {
        Marks mine = current.get();
        if (mine != null && mine.id == null) {
            mine.id = id;
            mine.ends(Phase.WORK);
            known.put(id, mine);
        }
    }

    private void ends(Phase phase, TransactionId id) {
        Marks marks = known.get(id);
        if (marks != null) {
            marks.ends(phase);
        }
    }

    private void count(LongAdder verbs, TransactionId id) {
        if (known.containsKey(id)) {
            verbs.increment();
        }
    }

    /** The mean time of a phase in milliseconds. */
    double meanMillis(Phase phase) {
        return perTransaction(nanos[phase.ordinal()]) / 1e6;
    }

    /** How often participants were asked to prepare, for each transaction. */
    double prepares() {
        return perTransaction(prepares);
    }

    /** How often participants were asked to commit, for each transaction. */
    double commits() {
        return perTransaction(commits);
    }

    private double perTransaction(LongAdder sum) {
        long count = transactions.sum();
        return count == 0 ? 0 : (double) sum.sum() / count;
    }
}
