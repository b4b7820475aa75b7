package dev.assent.core.recovery;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalResource;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Transaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.RecoverableResource;
import dev.assent.core.xa.XaResources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the resources say now, joined with what the node makes of it: for operators, who only look.
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to; {@link #atLastResources} may be called by any
 * thread.
 */
final class ResourceLook {
    private final Coordinator coordinator;
    private final XaResources resources;
    private final Claims claims;

    ResourceLook(Coordinator coordinator, XaResources resources, Claims claims) {
        this.coordinator = coordinator;
        this.resources = resources;
        this.claims = claims;
    }

    /** What every registered resource with XA has listed. */
    List<SeenResource> at(InDoubtLists lists) {
        List<SeenResource> seen = new ArrayList<>();
        for (RecoverableResource resource : resources.all()) {
            seen.add(at(resource.name(), lists));
        }
        return seen;
    }

    private SeenResource at(String name, InDoubtLists lists) {
        Map<BranchXid, Claims.Verdict> verdicts = claims.of(name, lists);
        String problem = lists.problem(name);
        if (problem != null || lists.of(name) == null) {
            return new SeenResource(name, problem == null ? "not asked" : problem, List.of());
        }
        Map<BranchXid, Instant> prepared = lists.preparedAt(name);
        List<SeenBranch> branches = new ArrayList<>();
        verdicts.forEach((xid, verdict) -> {
            Instant at = prepared.get(xid);
            branches.add(new SeenBranch(xid, verdict.claim(), verdict.why(), at == null ? 0 : at.toEpochMilli()));
        });
        return new SeenResource(name, null, List.copyOf(branches));
    }

    /** Whether each resource without XA is reached, and what its markers say of the transactions that wait. */
    List<SeenLastResource> atLastResources() {
        List<SeenLastResource> seen = new ArrayList<>();
        for (LocalResource resource : resources.allLocal()) {
            List<TransactionId> asked = coordinator.parked().stream()
                    .filter(each -> each.participants().stream()
                            .anyMatch(of ->
                                    of instanceof LocalParticipant && of.name().equals(resource.name())))
                    .map(Transaction::id)
                    .toList();
            seen.add(SeenLastResource.look(resource, asked));
        }
        return seen;
    }
}
