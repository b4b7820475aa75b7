package dev.assent.core.recovery;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalResource;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaResources;
import dev.assent.spi.RecoverableResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The resources' present lists, with the owners of the branches. It changes nothing: operators use it to look.
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to. Any thread may call {@link #atLastResources}.
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

    /** The list of every registered resource with XA. */
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

    /** Whether each resource without XA can be reached, and what its markers say of the waiting transactions. */
    List<SeenLastResource> atLastResources() {
        List<SeenLastResource> seen = new ArrayList<>();
        for (LocalResource resource : resources.allLocal()) {
            List<TransactionId> asked = coordinator.parked().stream()
                    .filter(each -> each.participants().all().stream()
                            .anyMatch(of ->
                                    of instanceof LocalParticipant && of.name().equals(resource.name())))
                    .map(GlobalTransaction::id)
                    .toList();
            seen.add(SeenLastResource.look(resource, asked));
        }
        return seen;
    }
}
