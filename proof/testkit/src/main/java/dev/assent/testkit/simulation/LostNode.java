package dev.assent.testkit.simulation;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.XaBranch;
import dev.assent.remote.subordinate.RemoteSuperior;
import dev.assent.remote.superior.RemoteParticipant;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node among several that is lost for good; the one that takes its place on another machine, with what is left of its
 * folder; and the one whose operator adopts it (law 2). There is one in a world at most. Not thread-safe.
 */
final class LostNode {
    private static final String ANOTHER_MACHINE = "machine 2, device 1, inode 1";

    /** Where others wait for it. */
    private static final Set<Step> AWAITED = EnumSet.of(Step.DECIDING, Step.COMMITTING, Step.PREPARED);

    private final World world;
    private final Chance chance;

    /** Copies of all folders, until it is known which one is needed. */
    private final Map<SimulatedNode, SimulatedDisk> copies = new HashMap<>();

    /** The lost node; null before. */
    private @Nullable SimulatedNode node;

    private @Nullable SimulatedNode adopter;
    private boolean isDue;
    private boolean isAdopted;
    private boolean isWhole;

    LostNode(World world) {
        this.world = world;
        this.chance = world.chance();
    }

    // ---- how it comes to that

    private @Nullable Remains remains() {
        return world.profile().network().remains();
    }

    /** Plans it for a time when nothing of it need be under way. */
    void begin() {
        if (remains() != null) {
            long soon = 20L * chance.delayNanos();
            world.schedule().after(soon, null, Kind.ALONE, this::copyFolders);
            world.schedule()
                    .after(soon * chance.between(100, 1000), null, Kind.ALONE, () -> lose(chance.oneOf(world.nodes())));
        }
    }

    private void copyFolders() {
        if (remains() == Remains.OLD_COPY && copies.isEmpty()) {
            world.history().line("all folders are copied");
            world.nodes().forEach(each -> copies.put(each, each.disk().copy(ANOTHER_MACHINE)));
        }
    }

    /** Whether the last life of a node ends in a call, where that matters most to others. */
    boolean isLast(NodeLife life) {
        if (remains() == null || node != null || isDue || !isAwaited(life) || !world.mayFail(0.1)) {
            return false;
        }
        isDue = remains() != Remains.OLD_COPY || !copies.isEmpty();
        copyFolders();
        return isDue;
    }

    /** Whether other nodes wait for it: it has voted, decides about votes of others, or has decided. */
    private static boolean isAwaited(NodeLife life) {
        return life.isRestored()
                && (life.coordinator().parked().stream().anyMatch(LostNode::isShared)
                        || life.coordinator().active().stream()
                                .anyMatch(each -> AWAITED.contains(each.step()) && isShared(each)));
    }

    private static boolean isShared(GlobalTransaction transaction) {
        return transaction.subordinate() != null
                || transaction.participants().all().stream().anyMatch(RemoteParticipant.class::isInstance);
    }

    /** A life of a node has ended, perhaps its last one. */
    void ended(SimulatedNode over) {
        if (isDue) {
            isDue = false;
            lose(over);
        }
    }

    private void lose(SimulatedNode lost) {
        if (node != null || world.isQuiet()) {
            return;
        }
        node = lost;
        lost.lose();
        world.ledger().lost(lost);
        boolean isAtAddress = chance.even();
        String name = lost.name() + "'";
        SimulatedNode next = new SimulatedNode(world, name, isAtAddress ? lost.host() : name, folderOfNext(lost));
        world.history()
                .line(lost.name() + " is lost for good, and of its folder there is left: " + remains() + "; " + name
                        + " takes its place" + (isAtAddress ? ", at its address" : ""));
        world.replace(lost, next);
        boolean isByAnother = remains() == Remains.NOTHING && chance.even();
        SimulatedNode by = isByAnother ? chance.oneOf(world.nodes()) : next;
        adopter = by;
        next.startLater();
        NodeLife running = by.life();
        if (running != null) {
            opened(running);
        }
    }

    private SimulatedDisk folderOfNext(SimulatedNode lost) {
        return switch (Objects.requireNonNull(remains())) {
            case NOTHING -> new SimulatedDisk(ANOTHER_MACHINE);
            case ALL -> lost.disk().copy(ANOTHER_MACHINE);
            case OLD_COPY -> Objects.requireNonNull(copies.get(lost));
        };
    }

    // ---- the node that adopts it

    /** A node has started: its operator may adopt the lost one soon, or later, when all is calm. */
    void opened(NodeLife life) {
        if (isToBeAdopted(life) && chance.of(0.7)) {
            long soon = chance.delayNanos() * chance.between(1, 100);
            world.schedule().after(soon, life, Kind.RECOVERY, () -> adopt(life));
        }
    }

    /** Whether an operator of this node is still to adopt it. */
    boolean isToBeAdopted(NodeLife life) {
        return life.node() == adopter && identity() != null && !isAdopted();
    }

    /** Asks for the adoption; the operator does not vouch for a log that is an old copy. */
    void adopt(NodeLife life) {
        NodeId lost = identity();
        if (lost != null && isToBeAdopted(life)) {
            boolean isWhole = remains() == Remains.ALL && chance.of(0.8);
            world.operator().adoptLost(life, lost, isWhole);
        }
    }

    /** The identity of the lost node; null when none is lost, or when it never had one. */
    @Nullable NodeId identity() {
        return node == null ? null : node.identity();
    }

    /** Whether this node is lost. */
    boolean is(SimulatedNode other) {
        return other == node;
    }

    /** Whether a node may still be lost with some of its records. */
    boolean mayForget() {
        return node == null && remains() != null && remains() != Remains.ALL;
    }

    /** Whether this node is lost with some of its records. */
    boolean isForgotten(SimulatedNode other) {
        return is(other) && remains() != Remains.ALL;
    }

    /**
     * Whether a transaction that an old copy has may have ended before, so that it looks as if another party had ended
     * it.
     */
    boolean isPast(TransactionTruth truth) {
        return remains() == Remains.OLD_COPY && !truth.adopters.isEmpty();
    }

    /** Whether it is adopted, durably and so for good. */
    boolean isAdopted() {
        NodeId lost = identity();
        SimulatedNode by = adopter;
        if (!isAdopted && lost != null && by != null) {
            ByteBuffer bytes = ByteBuffer.wrap(lost.recordId().global());
            DurableRecords records = by.durable();
            isAdopted = records.hasAdopted(bytes);
            isWhole = records.isWholeOf(bytes);
        }
        return isAdopted;
    }

    /** Whether it is adopted with its whole log, so that all undecided transactions roll back. */
    boolean isAdoptedWhole() {
        return isAdopted() && isWhole;
    }

    /** Whether the node that has its whole log is reached at its address, so that all ends by itself. */
    boolean isAnsweredFor() {
        return isAdoptedWhole()
                && node != null
                && adopter != null
                && adopter.host().equals(node.host());
    }

    // ---- the transactions that wait for it

    /** Whether a transaction of some node is left to operators, since it waits for the lost one, or has been its own. */
    boolean isLeft(GlobalTransaction transaction) {
        if (node == null) {
            return false;
        }
        Subordinate subordinate = transaction.subordinate();
        if (subordinate != null && subordinate.awaitsWord()) {
            return isOfLost(transaction) || (isBelow(transaction) && !isAnsweredFor());
        }
        List<Participant> waiting = transaction.participants().unfinished();
        return transaction.forDecision().isCommit()
                && !waiting.isEmpty()
                && waiting.stream()
                        .allMatch(each -> each instanceof RemoteParticipant part
                                && (isOfLost(transaction) || (isPart(part) && !isAnsweredFor())));
    }

    /** Whether it is the lost node that decides about it. */
    boolean isBelow(GlobalTransaction transaction) {
        NodeId lost = identity();
        Subordinate subordinate = transaction.subordinate();
        return lost != null
                && subordinate != null
                && subordinate.superior() instanceof RemoteSuperior superior
                && lost.equals(superior.ref().node());
    }

    /**
     * Whether a node has the transaction from the lost node's log. Its superior need not ask, and answers no other
     * node.
     */
    private boolean isOfLost(GlobalTransaction transaction) {
        LocalTransactionId name = transaction.forDecision().askedId();
        return name != null && name.origin().node().equals(identity());
    }

    /** Whether a participant is the lost node. */
    boolean isPart(RemoteParticipant part) {
        NodeId lost = identity();
        return lost != null && lost.equals(part.branch().node());
    }

    /** Whether a branch is the lost node's. */
    boolean isOf(BranchTruth branch) {
        NodeId lost = identity();
        return lost != null
                && CallOracle.ownerOf(branch.xid)
                        .equals(ByteBuffer.wrap(lost.recordId().global()));
    }

    /** Whether only the lost log can tell what became of a branch: no resource lists a foreign participant's. */
    boolean knewAlone(BranchTruth branch) {
        LocalTransactionId superior = branch.address == null ? null : branch.part;
        return superior != null && superior.origin().node().equals(identity()) && remains() != Remains.ALL;
    }

    /** Whether the adopter keeps the outcome of a branch for operators. */
    boolean isKept(TransactionId id, BranchTruth branch) {
        GlobalTransaction known = findAtAdopter(id);
        return known != null
                && known.step() == Step.HEURISTIC
                && known.participants().all().stream()
                        .anyMatch(each -> each instanceof XaBranch part
                                && XidBytes.of(part.xid()).equals(branch.xid));
    }

    private @Nullable GlobalTransaction findAtAdopter(TransactionId id) {
        SimulatedNode by = adopter;
        NodeLife life = by == null ? null : by.life();
        return life == null ? null : life.coordinator().find(id);
    }

    /** Whether the adopter waits until other nodes have carried out the lost node's decision. */
    boolean isAwaited(TransactionId id) {
        GlobalTransaction known = findAtAdopter(id);
        return known != null && known.step() == Step.COMMIT_PARKED && isOfLost(known);
    }

    /** Whether this is the node whose operator adopts it. */
    boolean isAdopter(SimulatedNode other) {
        return other == adopter;
    }
}
