package dev.assent.core.transaction;

import dev.assent.MetricsSnapshot;
import dev.assent.core.commit.Event;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Durability;
import dev.assent.core.log.ForceReply;
import dev.assent.core.log.RecordKind;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.LifeEvent;
import org.jspecify.annotations.Nullable;

/**
 * One record of a transaction on its way to the disk.
 *
 * <p>Thread safety: written by the thread that owns the transaction's step, which waits for it.
 */
final class ForcedRecord implements ForceReply {
    private final GlobalTransaction transaction;
    private final int kind;
    private final LifeEvent.@Nullable Force event;

    ForcedRecord(GlobalTransaction transaction, int kind) {
        this.transaction = transaction;
        this.kind = kind;
        this.event = LifeEvent.Force.PROBE.isEnabled() ? new LifeEvent.Force() : null;
    }

    /** Appends and forces it; PENDING if the log answers later. */
    Event write(DecisionLog log) {
        Progress progress = transaction.progress();
        boolean isOfLast = kind == RecordKind.LAST_RESOURCE;
        progress.trace(isOfLast ? FaultPoint.BEFORE_LAST_RECORD : FaultPoint.BEFORE_FORCE, -1);
        if (event != null) {
            event.begin();
        }
        GlobalTransaction of = transaction; // a reference to this record would escape, so that it is allocated
        long position;
        try {
            position = log.append(kind, of.id(), out -> DecisionRecord.write(out, of));
        } catch (RuntimeException refused) { // in every case nothing was written
            transaction.markRollback(refused);
            return Event.LOG_REFUSED;
        }
        progress.logged = true;
        PhaseTimer timer = progress.timer;
        if (timer != null) {
            timer.begin();
        }
        Durability durability = log.force(position, this);
        return durability == Durability.PENDING ? Event.PENDING : forced(durability);
    }

    private Event forced(Durability durability) {
        Progress progress = transaction.progress();
        PhaseTimer timer = progress.timer;
        if (timer != null) {
            timer.end(MetricsSnapshot.Phase.FORCE);
        }
        if (event != null) {
            event.transaction = transaction.id().toString();
            event.durability = durability.name();
            event.commit();
        }
        boolean isOfLast = kind == RecordKind.LAST_RESOURCE;
        progress.trace(isOfLast ? FaultPoint.AFTER_LAST_RECORD : FaultPoint.AFTER_FORCE, -1);
        if (durability != Durability.DURABLE) {
            return Event.UNDURABLE;
        }
        return transaction.participants().isAllFinished() ? Event.KEPT : Event.DURABLE;
    }

    @Override
    public void done(Durability durability) {
        transaction.progress().goOn(same -> forced(durability));
    }

    /**
     * Lends the log the thread that waits for the outcome, or else a worker. Otherwise the leader of a force, whose own
     * record is durable already, would go on forcing as long as other records come.
     */
    @Override
    public boolean lend(Runnable work) {
        return transaction.progress().lend(work)
                || new WorkersWork(work).give(transaction.coordinator().background());
    }
}
