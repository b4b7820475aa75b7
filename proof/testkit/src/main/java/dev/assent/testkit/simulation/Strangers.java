package dev.assent.testkit.simulation;

import dev.assent.LogUnavailableException;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Branches and records that a node finds and must leave alone: branches of other nodes, branches of its own that it
 * can't understand, and log records of a kind from the future, which fill the log as well. Not thread-safe.
 */
final class Strangers {
    private static final int KIND = 99;
    private static final int FOREIGN_FORMAT = 4711;
    private static final int FIRST_BODY_BYTES = 46_000;
    private static final int RECORD_OVERHEAD_BYTES = 42;
    private static final int EPOCH_LATER = 1_000;

    private final World world;
    private final List<BranchTruth> branches = new ArrayList<>();
    private @Nullable LocalTransactionId ballast;
    private boolean hasBallastBranch;
    private boolean isRoomNeeded;
    private boolean isCleared;
    private boolean isOldCopy;
    private boolean hasLostEpoch;

    Strangers(World world) {
        this.world = world;
    }

    /** A life has started; the first one finds the branches of others. */
    void opened(NodeLife life) {
        if (!world.isMain(life.node())) {
            return;
        }
        if (branches.isEmpty() && world.profile().load().hasStrangers()) {
            isOldCopy = world.chance().of(0.2);
            world.resources().forEach(resource -> leaveBranches(resource, life.nodeEpoch()));
        }
        if (isOldCopy && !hasLostEpoch && life.durable().hasAdopted(life.identityBytes())) {
            world.ledger().saw(Sight.OLD_COPY);
            hasLostEpoch = true; // the node knows by now: it does not take this branch for an orphan
            NodeEpoch lost = life.nodeEpoch();
            leave(world.resources().get(0), xid(TransactionId.ASSENT_FORMAT, lost, lost, 'A', 6));
        }
        if (world.profile().load().ballastBytes() > 0) {
            if (isRoomNeeded) {
                clear(life);
            } else {
                fill(life, world.profile().load().ballastBytes());
            }
        }
    }

    private void leaveBranches(SimulatedResource resource, NodeEpoch own) {
        NodeEpoch other = new NodeEpoch(nodeAt(resource), 1, 0);
        NodeEpoch later = new NodeEpoch(own.node(), EPOCH_LATER, 0);
        leave(resource, xid(FOREIGN_FORMAT, other, other, 'A', 1));
        leave(resource, xid(TransactionId.ASSENT_FORMAT, other, other, 'A', 2));
        leave(resource, xid(TransactionId.ASSENT_FORMAT, own, other, 'A', 3));
        leave(resource, xid(TransactionId.ASSENT_FORMAT, own, own, 'Z', 4));
        if (isOldCopy) {
            leave(resource, xid(TransactionId.ASSENT_FORMAT, later, later, 'A', 5));
        }
    }

    private void leave(SimulatedResource resource, XidBytes xid) {
        BranchTruth branch = new BranchTruth(xid, resource, null);
        branch.state = State.PREPARED;
        branches.add(branch);
        resource.add(branch);
    }

    private static XidBytes xid(int format, NodeEpoch origin, NodeEpoch owner, int presumption, int number) {
        LocalTransactionId id = new LocalTransactionId(origin, 2_000_000L + number);
        return new XidBytes(format, ByteBuffer.wrap(id.global()), qualifier(owner, presumption));
    }

    private static ByteBuffer qualifier(NodeEpoch owner, int presumption) {
        ByteBuffer qualifier = ByteBuffer.allocate(29);
        qualifier.put((byte) presumption);
        owner.node().write(qualifier);
        qualifier.putInt(owner.epoch()).putInt(owner.mark()).putInt(1);
        return qualifier.flip();
    }

    /** Puts records of a later version into the log, which a later life meets together with a branch. */
    private void fill(NodeLife life, int bytes) {
        LocalTransactionId known = ballast;
        if (known != null && life.durable().of(ByteBuffer.wrap(known.global())) != null) {
            if (!hasBallastBranch) {
                hasBallastBranch = true;
                leave(world.resources().get(0), ballastBranch(known));
            }
            return;
        }
        ballast = null;
        if (world.isQuiet()) {
            return;
        }
        LocalTransactionId id = new LocalTransactionId(life.nodeEpoch(), 3_000_000L);
        ballast = id;
        append(life, id, FIRST_BODY_BYTES);
        append(life, id, bytes - FIRST_BODY_BYTES - 2 * RECORD_OVERHEAD_BYTES);
    }

    private static XidBytes ballastBranch(LocalTransactionId id) {
        return new XidBytes(TransactionId.ASSENT_FORMAT, ByteBuffer.wrap(id.global()), qualifier(id.origin(), 'A'));
    }

    private void append(NodeLife life, LocalTransactionId id, int bytes) {
        try {
            life.fileLog().append(KIND, id, body -> body.putBytes(new byte[bytes], 0, bytes));
        } catch (LogUnavailableException full) {
            world.history().line("the log is as full as it was meant to be");
        }
    }

    /** The operator takes the records away that fill the log, now or, where the node has stopped, at its next start. */
    void makeRoom(NodeLife life) {
        isRoomNeeded = true;
        if (life.isRunning()) {
            clear(life);
        }
    }

    private void clear(NodeLife life) {
        LocalTransactionId known = ballast;
        if (known == null) {
            return;
        }
        life.fileLog().release(known);
        isCleared = true;
        XidBytes xid = ballastBranch(known);
        branches.removeIf(each -> each.xid.equals(xid));
        BranchTruth branch = world.resources().get(0).find(xid);
        if (branch != null) {
            branch.over(Effect.ROLLED_BACK);
        }
    }

    /**
     * Whether branches of epochs still to come show that the main node's log is an old copy, so that it rolls
     * nothing back any more for want of a decision.
     */
    boolean isOldCopy() {
        return isOldCopy;
    }

    /** The branches that are left to an operator. */
    List<BranchTruth> branches() {
        return branches;
    }

    /** The nodes that own some of them. */
    List<NodeId> nodes() {
        return world.profile().load().hasStrangers()
                ? world.resources().stream().map(Strangers::nodeAt).toList()
                : List.of();
    }

    private static NodeId nodeAt(SimulatedResource resource) {
        return new NodeId(1, resource.name().hashCode());
    }

    /** How many transactions the log must hold for others. */
    int records() {
        LocalTransactionId known = ballast;
        return known == null || isCleared || isResolved(ballastBranch(known)) ? 0 : 1;
    }

    /** An operator's resolution ends the records of its transaction, too. */
    private boolean isResolved(XidBytes xid) {
        return branches.stream().anyMatch(each -> each.xid.equals(xid) && each.resolution != null);
    }

    /** Law 10: no node has touched a branch that it does not understand. */
    void check() {
        for (BranchTruth branch : branches) {
            boolean isTouched = branch.state != State.PREPARED;
            if (isTouched && branch.resolution == null) {
                world.ledger().broken("law 10", "not left alone: " + branch);
            }
            if (isTouched && !branch.isOwn && branch.effect != branch.resolution) {
                world.ledger().broken("law 12", "not as it was resolved: " + branch);
            }
        }
    }
}
