package dev.assent.core.transaction;

import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.PresumedAbortSubordinate;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.RecordKind;
import dev.assent.core.participant.Participant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes transactions that no application of this life of the node began, and that wait for recovery. */
final class Rebuilt {
    private Rebuilt() {}

    /**
     * A transaction that the log remembers. It is decided, and some participants may not have heard so; or it is in
     * doubt since its last resource was asked.
     *
     * @param kind of the last record
     */
    static GlobalTransaction fromLog(Coordinator coordinator, TransactionId id, int kind, DecisionRecord record) {
        DecisionRecord.Head head = record.head();
        GlobalTransaction transaction = waiting(coordinator, id, head.incarnation(), head.isCommit());
        Progress progress = transaction.progress();
        progress.logged = true;
        progress.sinceMillis = head.sinceMillis();
        if (kind == RecordKind.LAST_RESOURCE) {
            progress.step = Step.IN_DOUBT;
        }
        if (kind == RecordKind.PREPARED) {
            progress.protocol = PresumedAbortSubordinate.INSTANCE;
            progress.step = Step.PREPARED;
            transaction.move(Gate.CLOSED, Gate.WAITING);
        }
        for (DecisionRecord.Entry entry : record.entries()) {
            transaction.participants().add(entry.participant()).readAgain(entry.answer());
        }
        if (transaction.participants().isAllFinished()) {
            progress.step = Step.HEURISTIC;
        }
        return transaction;
    }

    /** A transaction that no record mentions, so that presumed abort applies. */
    static GlobalTransaction presumedAborted(
            Coordinator coordinator, TransactionId id, List<? extends Participant> participants) {
        GlobalTransaction transaction = waiting(coordinator, id, null, false);
        transaction.isOfBranches = true;
        participants.forEach(transaction.participants()::enlist);
        return transaction;
    }

    /** A transaction that an operator decides, still without participants; its record is not forced yet. */
    static GlobalTransaction resolved(Coordinator coordinator, TransactionId id, boolean commit, Act act) {
        GlobalTransaction transaction = waiting(coordinator, id, null, commit);
        transaction.act = act;
        return transaction;
    }

    private static GlobalTransaction waiting(
            Coordinator coordinator, TransactionId id, @Nullable LocalTransactionId incarnation, boolean commit) {
        GlobalTransaction transaction = new GlobalTransaction(coordinator, Terms.DEFAULT, Owner.NONE, Long.MAX_VALUE);
        transaction.rebuilt(id, incarnation);
        transaction.move(Gate.OPEN, commit ? Gate.DECIDED : Gate.CLOSED);
        transaction.progress().committing = commit;
        transaction.progress().step = commit ? Step.COMMIT_PARKED : Step.ROLLBACK_PARKED;
        return transaction;
    }
}
