package dev.assent.remote.superior;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Response.Decision;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells prepared subordinates the decision of this node (law 17). For a known transaction its step gives the decision.
 * An unknown one is rolled back, since this node remembers a commit until every subordinate has confirmed it.
 *
 * <p>Thread safety: all methods may be called by any thread, but only after the log is read.
 */
public final class Decisions {
    private final Coordinator coordinator;
    private final Recovery recovery;

    /** The decisions of a node. */
    public Decisions(Coordinator coordinator, Recovery recovery) {
        this.coordinator = coordinator;
        this.recovery = recovery;
    }

    /**
     * Tells the decision.
     *
     * @param superior the superior's own name for the transaction
     * @param branch the subordinate that asks
     * @return null if the name belongs to another node, or this node may not have the whole log of that life
     */
    public @Nullable Decision tell(LocalTransactionId superior, BranchRef branch) {
        boolean isWhole = coordinator.knowsAllOf(superior.origin()); // both before the look
        boolean isUnderstood = !recovery.notUnderstood().contains(branch.id());
        GlobalTransaction known = coordinator.find(branch.id());
        if (known != null
                && superior.equals(known.forDecision().askedId())
                && (isWhole || !known.forDecision().isByBranches())) {
            Decision decision = of(known);
            if (decision == Decision.COMMIT) {
                registered(known, branch).forEach(RemoteParticipant::hearsCommit);
            }
            return decision;
        }
        if (!isWhole) {
            return null;
        }
        return isUnderstood ? Decision.ROLLBACK : Decision.UNDECIDED;
    }

    /**
     * Whether the subordinate has a right to the decision (law 22). Only registered subordinates hear of a commit.
     * Everybody may hear the presumed rollback of an unknown transaction.
     *
     * @param superior as in {@link #tell}
     */
    public boolean mayKnow(LocalTransactionId superior, BranchRef branch) {
        GlobalTransaction known = coordinator.find(branch.id());
        return known == null
                || !superior.equals(known.forDecision().askedId())
                || of(known) != Decision.COMMIT
                || registered(known, branch).findAny().isPresent();
    }

    private static Stream<RemoteParticipant> registered(GlobalTransaction known, BranchRef branch) {
        return known.participants().all().stream()
                .filter(RemoteParticipant.class::isInstance)
                .map(RemoteParticipant.class::cast)
                .filter(each -> each.branch().equals(branch));
    }

    private static Decision of(GlobalTransaction known) {
        return switch (known.step()) {
            case ACTIVE,
                    PREPARING,
                    RECORDING_PREPARED,
                    PREPARED,
                    ANNOUNCING,
                    ASKING_LAST,
                    DECIDING,
                    ONE_PHASE,
                    IN_DOUBT,
                    UNKNOWN -> Decision.UNDECIDED;
            case OBEYING, RECORDING_WORD, COMMITTING, RECORDING_COMMIT, COMMIT_PARKED, COMMITTED -> Decision.COMMIT;
            case DECIDING_ROLLBACK, ROLLING_BACK, RECORDING_ROLLBACK, ROLLBACK_PARKED, ROLLED_BACK -> Decision.ROLLBACK;
            case HEURISTIC -> known.forDecision().isCommit() ? Decision.COMMIT : Decision.ROLLBACK;
        };
    }
}
