package dev.assent.resources.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The model of what a pool lends: which work holds which line.
 *
 * <p>Thread safety: safe to share.
 */
final class Holdings {
    private record Holding(TestedPool pool, Work work) {}

    private final Map<Line, Holding> all = new HashMap<>();
    private final Set<Holding> unsure = new HashSet<>();

    /**
     * A work got a handle of this line.
     *
     * @return whether it did not have this line before
     */
    synchronized boolean hold(TestedPool pool, Line line, Work work) {
        Holding before = all.put(line, new Holding(pool, work));
        if (before != null && before.work() != work && !before.work().mayBeOver() && !work.mayBeOver()) {
            throw new AssertionError("two owners of " + line + ": " + before.work() + " and " + work);
        }
        for (Map.Entry<Line, Holding> each : all.entrySet()) {
            if (each.getValue().work() == work && each.getValue().pool() == pool && each.getKey() != line) {
                throw new AssertionError(work + " has two connections: " + each.getKey() + " and " + line);
            }
        }
        return before == null || before.work() != work;
    }

    /**
     * A broker's client gave no handle of the session. The transaction may have that session nevertheless, until its
     * end.
     */
    synchronized void mayHold(TestedPool pool, Work work) {
        if (!has(pool, work)) {
            unsure.add(new Holding(pool, work));
        }
    }

    /** How many connections of a pool may be held besides those that certainly are. */
    synchronized long unsureOf(TestedPool pool) {
        unsure.removeIf(each -> each.work().isOver() || has(each.pool(), each.work()));
        return unsure.stream().filter(each -> each.pool() == pool).count();
    }

    /** Whether a work has a line of this pool already. */
    synchronized boolean has(TestedPool pool, Work work) {
        return all.values().stream().anyMatch(each -> each.pool() == pool && each.work() == work);
    }

    /** A work is over: it holds nothing any more. */
    synchronized void release(Work work) {
        all.values().removeIf(each -> each.work() == work);
    }

    /** How many connections of a pool are held. */
    synchronized long of(TestedPool pool) {
        all.values().removeIf(each -> each.work().isOver());
        return all.values().stream().filter(each -> each.pool() == pool).count();
    }

    synchronized void clear() {
        all.clear();
        unsure.clear();
    }
}
