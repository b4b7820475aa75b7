package dev.assent.core.transaction;

import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.log.RecordBody;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Participant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operator's decision about branches that nobody else can decide. First its record is forced, then it is carried out
 * (law 12: heuristic outcomes are forced first).
 *
 * <p>Not thread-safe: used by one operator's act.
 */
public final class Resolution implements RecordBody {
    private final Coordinator coordinator;
    private final GlobalTransaction transaction;
    private final Act act;

    private Resolution(Coordinator coordinator, GlobalTransaction transaction, Act act) {
        this.coordinator = coordinator;
        this.transaction = transaction;
        this.act = act;
    }

    /**
     * An operator's decision about these prepared participants, none if the node knows the transaction. Nothing happens
     * before its record is forced.
     */
    public static Resolution of(
            Coordinator coordinator,
            TransactionId id,
            boolean commit,
            List<? extends Participant> participants,
            Act act) {
        GlobalTransaction decided = Rebuilt.resolved(coordinator, id, commit, act);
        participants.forEach(decided.participants()::enlist);
        decided.isResolvedByBranches = !participants.isEmpty();
        return new Resolution(coordinator, decided, act);
    }

    /** Writes the body of its record. */
    @Override
    public void write(ByteSink out) {
        DecisionRecord.write(out, transaction);
        act.write(out);
    }

    /**
     * Makes the decision wait for recovery as any other does. Called when its record is durable, and while no recovery
     * pass is under way.
     *
     * @return null if the node knows the transaction by itself meanwhile: then its own decision counts
     */
    public @Nullable GlobalTransaction carryOut() {
        GlobalTransaction known = coordinator.find(transaction.id());
        if (known != null) {
            known.progress().logged = true; // its end releases this record too
            return null;
        }
        transaction.progress().logged = true;
        coordinator.adopt(transaction);
        return transaction;
    }
}
