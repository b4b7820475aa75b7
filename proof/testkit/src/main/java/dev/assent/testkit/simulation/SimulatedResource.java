package dev.assent.testkit.simulation;

import dev.assent.spi.XaTraits;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A database outside of every node. Its crash loses unprepared work and keeps the rest. Not thread-safe. */
final class SimulatedResource {
    /** How a resource gives its in-doubt list. */
    private enum Listing {
        /** All of it at the start of a scan, nothing after. */
        AT_ONCE,
        /** One after the other. */
        IN_PARTS,
        /** All of it, at every call. */
        ALWAYS
    }

    /** Differences of real databases: PostgreSQL and the MySQL family end late, Derby joins. */
    private static final List<XaTraits> TRAITS =
            List.of(XaTraits.STANDARD, new XaTraits(false, true), new XaTraits(true, false));

    private final World world;
    private final String name;
    private final String label;
    private final Listing listing;
    private final Map<XidBytes, BranchTruth> branches = new LinkedHashMap<>();
    private final List<SimulatedSession> sessions = new ArrayList<>();
    private final Map<ByteBuffer, Boolean> markers = new LinkedHashMap<>();
    private final Set<ByteBuffer> refused = new HashSet<>();
    private final boolean hasMarkers;
    private final XaTraits traits;
    private final @Nullable Lie lie;
    private boolean isDown;

    SimulatedResource(World world, String label, String padding) {
        this.world = world;
        this.name = label + padding;
        this.label = label;
        this.hasMarkers = world.chance().of(world.profile().load().markers());
        this.listing = world.chance().oneOf(List.of(Listing.values()));
        this.traits = world.chance().oneOf(TRAITS);
        this.lie = world.profile().faults().lie() > 0 ? world.chance().oneOf(List.of(Lie.values())) : null;
    }

    String name() {
        return name;
    }

    /** The name under which it takes part without XA. */
    String localName() {
        return name + ".l";
    }

    /** The parts of XA that it can't do. */
    XaTraits traits() {
        return traits;
    }

    /** Whether local commits leave markers. */
    boolean hasMarkers() {
        return hasMarkers;
    }

    /** The markers by transaction: true when one tells of a commit, false when it keeps one from happening. */
    Map<ByteBuffer, Boolean> markers() {
        return markers;
    }

    /** Whether a marker keeps the local work of a transaction from being committed. */
    boolean isRefused(ByteBuffer global) {
        return Boolean.FALSE.equals(markers.get(global)) || refused.contains(global);
    }

    /**
     * Removes a marker. Work that the marker kept from being committed can't be committed later: its own marker was not
     * there yet when this one was, and a client commits only after the server has taken its marker.
     */
    void removeMarker(ByteBuffer global) {
        if (isRefused(global)) {
            refused.add(global);
        }
        markers.remove(global);
    }

    /** Its name without padding, for people. */
    @Override
    public String toString() {
        return label;
    }

    World world() {
        return world;
    }

    boolean isDown() {
        return isDown;
    }

    Collection<BranchTruth> branches() {
        return branches.values();
    }

    @Nullable BranchTruth find(XidBytes xid) {
        return branches.get(xid);
    }

    void add(BranchTruth branch) {
        branches.put(branch.xid, branch);
    }

    SimulatedSession connect(NodeLife life, boolean isRecoverys) throws XAException {
        life.port(Coverage.CONNECT, " to " + name);
        if (isDown || world.mayFail(world.profile().faults().call(), Coverage.CONNECT, Coverage.FAILS)) {
            world.ledger().met(Coverage.CONNECT, Coverage.FAILS);
            throw new SimulatedXaException(XAException.XAER_RMFAIL);
        }
        SimulatedSession session = new SimulatedSession(this, life, isRecoverys);
        sessions.add(session);
        life.sessions().add(session);
        return session;
    }

    /** Whether it lies about a branch of a client now, in this way. */
    boolean lies(Lie which, BranchTruth branch) {
        boolean isNow = lie == which
                && branch.transaction != null
                && !branch.isLocal
                && world.mayFail(world.profile().faults().lie());
        if (isNow) {
            world.ledger().saw(which.sight());
            world.history().line(label + " lies, " + which + ": " + branch);
            branch.isLied |= which != Lie.FORGETS_PREPARED && which != Lie.LISTS_ENDED; // a node can notice those two
        }
        return isNow;
    }

    /** Whether its crashes show a lie. */
    boolean isForgetful() {
        return lie == Lie.FORGETS_PREPARED;
    }

    /** A connection is gone; its unprepared work rolls back. */
    void disconnected(SimulatedSession session) {
        sessions.remove(session);
        for (BranchTruth branch : branches.values()) {
            if (branch.isWorkOf(session)) {
                branch.over(Effect.ROLLED_BACK);
            }
        }
    }

    /** Crashes, and comes back later. */
    void crash() {
        if (isDown) {
            return;
        }
        world.ledger().saw(Sight.RESOURCE_CRASHED);
        world.history().line(label + " crashes");
        isDown = true;
        for (BranchTruth branch : branches.values()) {
            if (branch.isUnprepared()) {
                branch.over(Effect.ROLLED_BACK);
            } else if (branch.state == State.PREPARED && lies(Lie.FORGETS_PREPARED, branch)) {
                lose(branch, Effect.ROLLED_BACK);
            }
        }
        List.copyOf(sessions).forEach(SimulatedSession::lose);
        world.schedule().after(world.chance().delayNanos() * 1000, this::restart);
    }

    void restart() {
        if (isDown) {
            world.history().line(label + " is back");
            isDown = false;
        }
    }

    /** Decides by itself, now or never. */
    void decide(BranchTruth branch) {
        if (branch.state == State.PREPARED) {
            int draw = world.chance().below(5);
            boolean isMixed = draw == 4 && world.chance().of(0.5);
            decide(
                    branch,
                    switch (draw) {
                        case 0, 1 -> XAException.XA_HEURCOM;
                        case 2, 3 -> XAException.XA_HEURRB;
                        default -> isMixed ? XAException.XA_HEURMIX : XAException.XA_HEURHAZ;
                    });
        }
    }

    /** Decides by itself about a branch that has ended, as a code says. */
    void decide(BranchTruth branch, int code) {
        world.ledger().saw(Sight.OWN_DECISION);
        branch.state = State.HEURISTIC;
        branch.associations.clear();
        branch.isOwn = true;
        branch.heuristicCode = code;
        branch.effect = switch (code) {
            case XAException.XA_HEURRB -> Effect.ROLLED_BACK;
            case XAException.XA_HEURMIX -> Effect.MIXED;
            case XAException.XA_HEURHAZ -> world.chance().of(0.5) ? Effect.ROLLED_BACK : Effect.COMMITTED;
            default -> Effect.COMMITTED;
        };
        world.history().line(label + " decides by itself: " + branch);
    }

    /** A person ends a prepared branch by hand. */
    void lose(BranchTruth branch) {
        if (branch.state == State.PREPARED) {
            lose(branch, world.chance().of(0.5) ? Effect.COMMITTED : Effect.ROLLED_BACK);
        }
    }

    private void lose(BranchTruth branch, Effect effect) {
        world.ledger().saw(Sight.LOST);
        branch.isOwn = true;
        branch.isLost = true;
        branch.over(effect);
        world.history().line(label + " does not have it any more: " + branch);
    }

    /** Rolls back a branch that it has promised to commit, and remembers nothing of it. */
    void giveUp(BranchTruth branch) {
        world.ledger().saw(Sight.GIVEN_UP);
        branch.isOwn = true;
        branch.isLost = true;
        branch.over(Effect.ROLLED_BACK);
        world.history().line(label + " gives up what it has promised: " + branch);
    }

    /** The part of the in-doubt list that comes next. */
    Xid[] list(List<Xid> rest, int flags) {
        boolean isStart = (flags & XAResource.TMSTARTRSCAN) != 0;
        if (isStart || listing == Listing.ALWAYS) {
            rest.clear();
            if (lie == Lie.LISTS_DAMAGED) {
                world.ledger().saw(Lie.LISTS_DAMAGED.sight());
                rest.addAll(DamagedXid.ALL);
            }
            branches.values().stream()
                    .filter(this::isListed)
                    .map(each -> each.xid.toXid())
                    .forEach(rest::add);
        }
        int count = listing == Listing.IN_PARTS && (flags & XAResource.TMENDRSCAN) == 0
                ? Math.min(1, rest.size())
                : rest.size();
        List<Xid> part = rest.subList(0, count);
        Xid[] xids = part.toArray(Xid[]::new);
        part.clear();
        return xids;
    }

    /**
     * Whether the list has the branch. A branch that is not listed though it is prepared, or listed though it has
     * ended, may end as a hazard.
     */
    private boolean isListed(BranchTruth branch) {
        boolean isLie = (branch.state == State.PREPARED && lies(Lie.LEAVES_OUT, branch))
                || (branch.state == State.GONE && lies(Lie.LISTS_ENDED, branch));
        if (isLie) {
            branch.finishedFor = null;
            Objects.requireNonNull(branch.transaction).hasCause = true;
        }
        return branch.isInDoubt() != isLie;
    }
}
