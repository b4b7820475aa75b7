package dev.assent.core.observe;

import dev.assent.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * Gets every fault point. A node without a tracer pays nothing for them.
 *
 * <p>It may throw anything: that changes nothing, and goes to the thread's handler of uncaught exceptions ({@link
 * dev.assent.core.foreign.ForeignCode}). The engine itself does not guard its tracer, so that a simulator can crash
 * there; the assembly of a node gives it a {@link SafeTracer}.
 *
 * <p>Thread safety: called on any thread.
 */
@FunctionalInterface
public interface Tracer {
    /**
     * The transaction has reached a point.
     *
     * @param id the transaction; null for a point of the log or of recovery as a whole
     * @param participant the index of the participant, from 0 in the order of enlistment, at a point of forgetting
     *     only among the branches that must forget; -1 for a point of the whole transaction
     */
    void at(FaultPoint point, @Nullable TransactionId id, int participant);
}
