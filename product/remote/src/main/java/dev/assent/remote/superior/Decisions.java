package dev.assent.remote.superior;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.transport.Caller;
import java.util.List;

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
     * Answers a subordinate that asks for the decision. Only a registered one is told to commit (law 22), and may go as
     * soon as it has. Everybody is told the presumed rollback of an unknown transaction.
     *
     * @param from who asks
     * @param superior the superior's own name for the transaction
     * @param branch the subordinate that asks
     * @return a refusal if the name belongs to another node, or this node may not have the whole log of that life, or
     *     the subordinate is not registered
     */
    public Response answer(Caller from, LocalTransactionId superior, BranchRef branch) {
        boolean isWhole = coordinator.knowsAllOf(superior.origin()); // both before the look
        boolean isUnderstood = !recovery.notUnderstood().contains(branch.id());
        GlobalTransaction known = coordinator.find(branch.id());
        if (known != null
                && superior.equals(known.forDecision().askedId())
                && (isWhole || !known.forDecision().isByBranches())) {
            return answer(from, known, branch);
        }
        if (!isWhole) {
            return Response.Refused.notMine(coordinator.life(), superior.origin());
        }
        return new Response.Decided(isUnderstood ? Decision.ROLLBACK : Decision.UNDECIDED);
    }

    private static Response answer(Caller from, GlobalTransaction known, BranchRef branch) {
        Decision decision = of(known);
        if (decision == Decision.COMMIT) {
            List<RemoteParticipant> asking = registered(known, branch);
            if (asking.isEmpty()) {
                return forbidden(from, branch);
            }
            asking.forEach(RemoteParticipant::mayHearCommit);
        }
        return new Response.Decided(decision);
    }

    /** The answer to one that is not a registered subordinate. */
    static Response forbidden(Caller from, BranchRef branch) {
        return Response.Refused.forbidden(from.name(), "the decision", branch.id(), "its subordinates");
    }

    private static List<RemoteParticipant> registered(GlobalTransaction known, BranchRef branch) {
        return known.participants().all().stream()
                .filter(RemoteParticipant.class::isInstance)
                .map(RemoteParticipant.class::cast)
                .filter(each -> each.branch().equals(branch))
                .toList();
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
