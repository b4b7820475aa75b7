package dev.assent.testkit.simulation;

import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.RecordKind;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.subordinate.RemoteSuperior;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The true state of a world, and the laws as oracles of its events. The ledger keeps the first broken law, which ends
 * the world. Not thread-safe.
 */
final class Ledger {
    private final World world;
    private final Map<ByteBuffer, TransactionTruth> transactions = new LinkedHashMap<>();
    private final Map<ByteBuffer, TransactionTruth> names = new HashMap<>();
    private final Set<NodeEpoch> lives = new HashSet<>();
    private final int[] sights = new int[Sight.values().length];
    private final Set<Pair> met = new HashSet<>();
    private int begunAbroad;
    private @Nullable String violation;
    private @Nullable Throwable cause;

    Ledger(World world) {
        this.world = world;
    }

    // ---- findings

    void broken(String law, String what) {
        broken(law, what, null);
    }

    void broken(String law, String what, @Nullable Throwable because) {
        if (violation == null) {
            violation = law + ": " + what;
            cause = because;
            world.history().line("!! " + violation);
        }
    }

    boolean isBroken() {
        return violation != null;
    }

    @Nullable String violation() {
        return violation;
    }

    @Nullable Throwable cause() {
        return cause;
    }

    void saw(Sight sight) {
        sights[sight.ordinal()]++;
    }

    Map<Sight, Integer> sights() {
        Map<Sight, Integer> counts = new EnumMap<>(Sight.class);
        for (Sight each : Sight.values()) {
            if (sights[each.ordinal()] > 0) {
                counts.put(each, sights[each.ordinal()]);
            }
        }
        return counts;
    }

    /** Something goes wrong in a call of a port. */
    void met(String call, String fault) {
        if (!Coverage.NO_PORTS.contains(call)) {
            met.add(new Pair(call, fault));
        }
    }

    /** The faults so far, and their calls. */
    Set<Pair> met() {
        return met;
    }

    // ---- lives

    /** Law 2: the epoch is new, and durable before it is used; a copy takes a new identity. */
    void opened(NodeLife life) {
        NodeEpoch now = life.nodeEpoch();
        DurableRecords records = life.durable();
        ByteBuffer identity = ByteBuffer.allocate(16);
        now.node().write(identity);
        if (!lives.add(now)) {
            broken("law 2", "the life " + now + " was there before");
        }
        if (!records.hasLife(now.epoch(), now.mark())
                || records.epoch() != now.epoch()
                || !identity.flip().equals(records.node())) {
            broken("law 2", "the epoch " + now + " is used before it is durable");
        }
        life.node().promises().check(records);
        for (TransactionTruth truth : transactions.values()) {
            if (truth.isAt(life.node())) {
                isDecided(truth, life);
            }
        }
        for (SimulatedNode other : world.nodes()) {
            if (other != life.node() && now.node().equals(other.identity())) {
                broken("law 2", "a copy has the identity " + now.node() + " of the node it was copied from");
            }
        }
        if (now.node().equals(world.lost().identity())) {
            broken("law 2", "the node in place of a lost one has its identity " + now.node());
        }
    }

    /** An older copy overwrites a node's log: its decisions stay true. */
    void putBack(SimulatedNode node) {
        saw(Sight.PUT_BACK);
        DurableRecords records = node.durable();
        transactions.values().stream().filter(each -> each.isAt(node)).forEach(each -> isDecided(each, records));
    }

    /** A node is lost for good, and perhaps its decisions with it: they stay true. */
    void lost(SimulatedNode node) {
        saw(Sight.NODE_LOST);
        for (TransactionTruth truth : transactions.values()) {
            NodeLife life = truth.life;
            if (life != null && truth.isAt(node)) {
                isDecided(truth, life);
            } else if (truth.isDistributed) {
                isDecidedAnywhere(truth);
            }
            truth.isResolvedInPlace(); // notes the decision
        }
    }

    // ---- transactions

    TransactionTruth begun(GlobalTransaction engine, NodeLife life) {
        TransactionTruth truth = begun(new TransactionTruth(life, engine));
        if (life.hasLogFailed()) {
            broken("law 8", "a transaction is begun after a failed force");
        }
        return truth;
    }

    private TransactionTruth begun(TransactionTruth truth) {
        if (transactions.put(truth.global, truth) != null) {
            broken("law 1", "the identity of " + truth + " was given before");
        }
        return truth;
    }

    /** A foreign transaction manager has begun one. */
    TransactionTruth begunAbroad(TransactionId id) {
        saw(Sight.FOREIGN);
        world.history().named(id.toString(), History.ABROAD + ++begunAbroad);
        return begun(new TransactionTruth(id));
    }

    /** A node has a name of its own for a transaction, which the Xids of its branches carry (law 1). */
    void named(TransactionTruth truth, TransactionId incarnation) {
        if (names.put(ByteBuffer.wrap(incarnation.global()), truth) == null) {
            truth.incarnations.add(incarnation);
            world.history().belongs(incarnation, truth.id);
        }
    }

    /** Finds it by its identity, or by the identity in the Xids of its branches. */
    @Nullable TransactionTruth find(ByteBuffer global) {
        TransactionTruth known = transactions.get(global);
        return known == null ? names.get(global) : known;
    }

    Collection<TransactionTruth> transactions() {
        return transactions.values();
    }

    /** The log took a record. */
    void appended(NodeLife life, int kind, ByteBuffer global) {
        TransactionTruth truth = transactions.get(global);
        if (truth == null) {
            return;
        }
        if (kind == RecordKind.ROLLBACK) {
            judgeLast(truth, kind);
        } else if (kind == RecordKind.DECISION) {
            boolean isTold =
                    life.durable().has(RecordKind.PREPARED, global); // and may have tried it in an earlier life
            if (!isTold) { // if not, an operator may have told it
                judgeLast(truth, kind);
            }
            truth.decidedBy = isTold ? null : life;
            truth.deciders += isTold ? 0 : 1;
        } else if (kind == RecordKind.PREPARED) {
            saw(Sight.SUBORDINATE_PREPARED);
            voted(truth, life);
            if (truth.wish != Wish.COMMIT) {
                broken("law 18", "a vote is recorded though the wish is " + truth.wish + ": " + truth);
            }
        }
        if (kind == RecordKind.ADOPTED) {
            takenOver(truth, life);
        }
        if (kind == RecordKind.RESOLUTION) {
            Vote vote = voteOf(truth, life);
            if (vote != null) {
                saw(Sight.RESOLVED_IN_PLACE);
                vote.resolved(truth.branches);
            }
        }
        if (truth.life != life) {
            return;
        }
        if (kind == RecordKind.DECISION) {
            truth.decisions++;
            if (truth.wish != Wish.COMMIT) {
                broken("law 4", "a decision is written though the wish is " + truth.wish + ": " + truth);
            }
        } else if (kind == RecordKind.HEURISTIC) {
            truth.heuristicRecords++;
        } else if (kind == RecordKind.LAST_RESOURCE) {
            truth.isAnnounced = true;
        }
    }

    private void takenOver(TransactionTruth truth, NodeLife life) {
        truth.adopters.add(life.node());
        truth.votes().stream()
                .filter(each -> world.lost().is(each.node()))
                .forEach(each -> each.takenOver(life.node()));
    }

    private void voted(TransactionTruth truth, NodeLife life) {
        GlobalTransaction engine = Objects.requireNonNull(life.coordinator().find(truth.id));
        Subordinate subordinate = Objects.requireNonNull(engine.subordinate());
        SuperiorRef superior = ((RemoteSuperior) subordinate.superior()).ref();
        LocalTransactionId name = Objects.requireNonNull(engine.incarnation());
        truth.voted(name, new Vote(life, truth.global, superior.name()), CallOracle.lifeOf(life));
        world.operator().voted(life, truth);
    }

    /** A node's vote for a transaction that waits there for its superior, or for an operator; null for none. */
    @Nullable Vote voteOf(TransactionTruth truth, NodeLife life) {
        GlobalTransaction engine = life.coordinator().find(truth.id);
        return engine == null ? null : truth.vote(engine.incarnation());
    }

    /** Law 13: the last resource's own outcome is the decision. */
    private void judgeLast(TransactionTruth truth, int kind) {
        BranchTruth local = truth.local();
        if (local == null || truth.isLastAlone()) {
            return;
        }
        if (kind == RecordKind.DECISION) {
            saw(Sight.LAST_COMMITTED);
            if (local.effect != Effect.COMMITTED) {
                broken("law 13", "commit is decided though the last resource has not committed: " + truth);
            }
        } else if (kind == RecordKind.ROLLBACK) {
            saw(Sight.LAST_ROLLED_BACK);
            if (!local.isCertainlyRolledBack()) {
                broken("law 13", "rollback is decided though the last resource may commit: " + truth);
            }
        }
    }

    /** The log has no room for a record: the decision of a last resource is in doubt until it has. */
    void refused(int kind, ByteBuffer global) {
        TransactionTruth truth = transactions.get(global);
        if (truth != null && truth.local() != null && kind == RecordKind.DECISION) {
            truth.hasCause = true;
        }
    }

    /**
     * A marker has shown the outcome at a last resource, which ends the doubt. A client that is still to get its
     * outcome then gets the true one.
     */
    void foundByMarker(ByteBuffer global, boolean isCommitted) {
        saw(isCommitted ? Sight.MARKER_FOUND : Sight.MARKER_REFUSED);
        TransactionTruth truth = transactions.get(global);
        if (truth != null) {
            truth.isFoundByMarker = true;
        }
    }

    /** An operator has reported the outcome at a last resource. */
    void settled() {
        saw(Sight.SETTLED);
    }

    /** The end record of a decided transaction: every branch has confirmed before. */
    void released(NodeLife life, ByteBuffer global) {
        TransactionTruth truth = transactions.get(global);
        if (truth == null || !(isDecided(truth, life) | truth.isResolvedInPlace())) { // notes the decision on record
            return;
        }
        for (BranchTruth branch : truth.branches) {
            boolean isTakenOver = truth.adopters.contains(life.node())
                    && world.lost().isOf(branch)
                    && world.lost().isAdopted(); // else the adoption is undone
            if (truth.isDistributed && !branch.isOf(life) && !isTakenOver) {
                continue; // whose node has promised to see to it
            }
            if (branch.state == State.PREPARED && !branch.isLied) {
                broken("law 5", "the end is recorded while " + branch + " is still prepared: " + truth);
            }
            boolean isNeverAsked = truth.decidedBy == life && !branch.isTried; // another life may have asked it
            if (branch.isLost && isNeverAsked && !truth.isForgotten) {
                broken("law 11", "it ends as committed, and nobody has asked " + branch + ": " + truth);
            }
        }
    }

    /**
     * The operator forgets a heuristic outcome from now on, unless the node refuses; a crash may bring it back.
     *
     * @return the work to run when the node refuses
     */
    Runnable forgotten(TransactionId id) {
        TransactionTruth truth = find(ByteBuffer.wrap(id.global()));
        if (truth == null || truth.isForgotten) {
            return () -> {};
        }
        saw(Sight.FORGOTTEN);
        truth.isForgotten = true;
        return () -> truth.isForgotten = false;
    }

    /** Whether a commit decision is durable now; the hazard of a one-phase commit is not one. */
    boolean isDecided(TransactionTruth truth, NodeLife life) {
        if (truth.isDistributed) {
            return isDecidedAnywhere(truth);
        }
        return isDecided(truth, life.durable());
    }

    private static boolean isDecided(TransactionTruth truth, DurableRecords records) {
        DurableRecords.Found found = records.of(truth.global);
        boolean isHazardOfOne =
                found != null && found.kind() == RecordKind.HEURISTIC && (truth.enlisted == 1 || truth.isLastAlone());
        boolean isDecided = found != null && found.isCommit() && !isHazardOfOne;
        truth.wasDecided |= isDecided;
        return isDecided;
    }

    /**
     * Whether the decision about a branch is to commit: an operator's in place of the branch's superior, or else the
     * coordinator's.
     */
    boolean isToCommit(BranchTruth branch, TransactionTruth truth, NodeLife life) {
        Vote inPlace = truth.inPlace(branch);
        return inPlace == null ? isDecided(truth, life) : inPlace.isCommit();
    }

    /**
     * The decision about a part of a transaction, as an operator finds it by asking everywhere: the other nodes and the
     * last resource.
     */
    boolean isToCommit(TransactionTruth truth, @Nullable LocalTransactionId part) {
        BranchTruth local = truth.local();
        truth.wasDecided |= local != null && !truth.isLastAlone() && local.effect == Effect.COMMITTED; // law 13
        Vote inPlace = truth.inPlace(part);
        return inPlace == null ? truth.wasDecided || isDecidedAnywhere(truth) : inPlace.isCommit();
    }

    /**
     * A heuristic record alone is not a decision: for a one-phase commit it may say that the outcome is unknown. A
     * subordinate's record is not a decision either: its superior or an operator decided.
     */
    boolean isDecidedAnywhere(TransactionTruth truth) {
        for (SimulatedNode node : world.nodes()) {
            DurableRecords records = node.durable();
            truth.wasDecided |=
                    records.has(RecordKind.DECISION, truth.global) && !records.has(RecordKind.PREPARED, truth.global);
        }
        return truth.wasDecided;
    }
}
