package dev.assent.core.transaction;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.RecordKind;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes transactions from the records of a log:
 *
 * <ol>
 *   <li>Read the adoptions, since they say which records of other nodes count. One in the log of an adopted node
 *       counts if the adoption of that node does.
 *   <li>Read the records of each transaction in their order: a decision, then what followed. From a record that is
 *       not understood on, nothing is known of its transaction until an operator has resolved it.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class Restoration {
    private final Coordinator coordinator;
    private final Descriptions descriptions;
    private final Map<TransactionId, GlobalTransaction> found = new LinkedHashMap<>();
    private final List<FoundAdoption> foundAdoptions = new ArrayList<>();
    private final Map<NodeId, Adoption> adoptions = new LinkedHashMap<>();
    private final Set<TransactionId> notUnderstood = new LinkedHashSet<>();
    private final Set<TransactionId> stale = new LinkedHashSet<>();

    /**
     * The result.
     *
     * @param transactions to finish
     * @param adoptions whose branches are this node's as well
     * @param notUnderstood transactions with records that this version does not understand (law 10: the unknown is
     *     left alone)
     * @param stale identities that have only an operator's record that came too late, or was not finished
     */
    record Found(
            List<GlobalTransaction> transactions,
            List<Adoption> adoptions,
            List<TransactionId> notUnderstood,
            Set<TransactionId> stale) {}

    /**
     * An adoption in the log.
     *
     * @param in the nodes in whose adopted logs it was found, nested; empty for this node's own log
     */
    private record FoundAdoption(List<NodeId> in, Adoption adoption) {}

    private Restoration(Coordinator coordinator, Descriptions descriptions) {
        this.coordinator = coordinator;
        this.descriptions = descriptions;
    }

    static Found of(Coordinator coordinator, Descriptions descriptions, DecisionLog log) {
        Restoration restoration = new Restoration(coordinator, descriptions);
        log.replay((kind, id, body) -> restoration.adoption(kind, id, body, List.of())); // 1
        restoration.adopt();
        log.replay((kind, id, body) -> restoration.record(kind, id, body)); // 2
        restoration.stale.removeAll(restoration.found.keySet());
        restoration.notUnderstood.forEach(restoration.stale::remove);
        restoration.adoptions.keySet().forEach(node -> restoration.stale.remove(node.recordId()));
        return new Found(
                List.copyOf(restoration.found.values()),
                List.copyOf(restoration.adoptions.values()),
                List.copyOf(restoration.notUnderstood),
                Set.copyOf(restoration.stale));
    }

    private void adoption(int kind, TransactionId id, ByteBuffer body, List<NodeId> foundIn) {
        if (kind == RecordKind.ADOPTION) {
            understand(id, body, in -> foundAdoptions.add(new FoundAdoption(foundIn, Adoption.read(in))));
        } else if (kind == RecordKind.ADOPTED) {
            understand(id, body, in -> {
                List<NodeId> deeper = new ArrayList<>(foundIn);
                deeper.add(NodeId.read(in));
                adoption(in.getInt(), id, in, deeper);
            });
        }
    }

    /** Finds out which adoptions count; the last one of a node counts. */
    private void adopt() {
        Set<NodeId> adopted = new HashSet<>();
        boolean isMore = true;
        while (isMore) {
            isMore = false;
            for (FoundAdoption each : foundAdoptions) {
                isMore |= adopted.containsAll(each.in())
                        && adopted.add(each.adoption().node());
            }
        }
        for (FoundAdoption each : foundAdoptions) {
            if (adopted.containsAll(each.in())) {
                adoptions.put(each.adoption().node(), each.adoption());
            }
        }
    }

    private void record(int kind, TransactionId id, ByteBuffer body) {
        switch (kind) {
            case RecordKind.ADOPTION, RecordKind.PLACE -> {} // read before, or by the code that calls other nodes
            case RecordKind.DECISION, RecordKind.HEURISTIC, RecordKind.LAST_RESOURCE, RecordKind.ROLLBACK ->
                understand(id, body, in -> restore(id, decided(kind, id, in)));
            case RecordKind.PREPARED ->
                understand(id, body, in -> {
                    GlobalTransaction prepared = decided(kind, id, in);
                    prepared.followAgain(descriptions.superior(in.get(), id, in), null);
                    restore(id, prepared);
                });
            case RecordKind.RESOLUTION -> understand(id, body, in -> resolution(id, in));
            case RecordKind.SUPERIOR_COMMITS -> superiorCommits(id);
            case RecordKind.FORGETTING -> understand(id, body, in -> forgetting(id, ForgetOrder.read(in)));
            case RecordKind.ADOPTED ->
                understand(id, body, in -> {
                    if (adoptions.containsKey(NodeId.read(in))) {
                        record(in.getInt(), id, in);
                    } else {
                        stale.add(id); // the node crashed before the adoption
                    }
                });
            default -> misunderstood(id);
        }
    }

    /** The superior of a subordinate must still hear what became of its decision. */
    private void restore(TransactionId id, GlobalTransaction decided) {
        GlobalTransaction before = found.get(id);
        if (before != null && before.subordinate() != null && decided.subordinate() == null) {
            decided.followAgain(before.subordinate().superior(), before);
        }
        if (before != null && before.isResolvedByBranches) {
            decided.isResolvedByBranches = true;
        }
        if (!notUnderstood.contains(id)) {
            found.put(id, decided);
        }
    }

    private void misunderstood(TransactionId id) {
        notUnderstood.add(id);
        found.remove(id);
    }

    private GlobalTransaction decided(int kind, TransactionId id, ByteBuffer in) {
        return Rebuilt.fromLog(coordinator, id, kind, DecisionRecord.read(kind, id, in, descriptions));
    }

    /**
     * For a transaction whose last resource is in doubt, a resolution has the outcome of that resource; otherwise the
     * whole decision.
     */
    private void resolution(TransactionId id, ByteBuffer in) {
        GlobalTransaction resolved = decided(RecordKind.RESOLUTION, id, in);
        Act act = Act.read(in);
        GlobalTransaction known = found.get(id);
        if (known != null && known.step() == Step.IN_DOUBT) {
            if (!known.forDecision().isMade()) { // else an earlier decision counts
                known.forRecovery().settleLast(resolved.forDecision().isCommit());
                known.act = act;
            }
        } else if (known != null && known.step() == Step.PREPARED) {
            if (known.forOperator().claimHere()) { // else an earlier decision counts
                known.forOperator().resolveHere(resolved.forDecision().isCommit(), act);
            }
        } else if (known != null) {
            return; // recovery was faster while the node forced this record
        } else if (resolved.participants().all().isEmpty()) {
            stale.add(id);
        } else {
            resolved.act = act;
            resolved.isResolvedByBranches = true;
            found.put(id, resolved);
            notUnderstood.remove(id);
        }
    }

    private void superiorCommits(TransactionId id) {
        GlobalTransaction known = found.get(id);
        if (known != null && known.subordinate() != null) {
            known.subordinate().committedBefore();
        } else {
            stale.add(id); // the transaction ended while the node forced this record
        }
    }

    private void forgetting(TransactionId id, ForgetOrder order) {
        GlobalTransaction known = found.get(id);
        if (known != null) {
            known.forOperator().askToForget(order);
        } else {
            stale.add(id);
        }
    }

    private void understand(TransactionId id, ByteBuffer body, Consumer<ByteBuffer> reading) {
        ByteBuffer whole = body.duplicate();
        try {
            reading.accept(body);
        } catch (IllegalArgumentException | BufferUnderflowException unknownForm) {
            misunderstood(id);
            LocalTransactionId incarnation = DecisionRecord.incarnation(whole);
            if (incarnation != null) {
                notUnderstood.add(incarnation); // the Xids of its branches may carry it
            }
        }
    }
}
