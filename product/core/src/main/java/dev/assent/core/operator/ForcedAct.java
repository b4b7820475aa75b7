package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.foreign.Failure;
import dev.assent.core.log.Durability;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.transaction.Coordinator;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The record of an act on its way to the disk; the act's work waits for it (law 12: heuristic outcomes are forced
 * first).
 *
 * <p>Not thread-safe: one for each act.
 */
final class ForcedAct {
    private final Coordinator coordinator;
    private final TransactionId id;
    private final Consumer<ActResult> told;

    /** The work that is done once the record is durable. */
    @FunctionalInterface
    interface Work {
        /** Does it, and returns the result. */
        ActResult run();
    }

    ForcedAct(Coordinator coordinator, TransactionId id, Consumer<ActResult> told) {
        this.coordinator = coordinator;
        this.id = id;
        this.told = told;
    }

    /** Forces the record, then runs the work, and delivers its result, on the executor. */
    void force(long position, Executor executor, Work work) {
        coordinator.trace(FaultPoint.BEFORE_FORCE, id, -1);
        Durability now = coordinator.log().force(position, later -> goOn(later, executor, work));
        if (now != Durability.PENDING) {
            goOn(now, executor, work);
        }
    }

    private void goOn(Durability durability, Executor executor, Work work) {
        coordinator.trace(FaultPoint.AFTER_FORCE, id, -1);
        executor.execute(() -> told.accept(
                durability == Durability.DURABLE
                        ? result(work)
                        : new ActResult(Kind.UNKNOWN, MESSAGES.actNotForced(id, durability))));
    }

    /** The act is on record: if anything goes wrong from here on, recovery carries it out. */
    private static ActResult result(Work work) {
        try {
            return work.run();
        } catch (RuntimeException | LinkageError failed) {
            return new ActResult(
                    Kind.WAITING,
                    "on record; recovery does the rest, since now it failed with " + Failure.text(failed));
        }
    }
}
