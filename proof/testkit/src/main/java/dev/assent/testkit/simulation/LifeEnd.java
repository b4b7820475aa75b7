package dev.assent.testkit.simulation;

import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.fixture.storage.SimulatedStorage;
import java.util.List;
import java.util.Set;

/**
 * Counts the port calls of a {@link NodeLife}, and ends it in the one whose number was drawn, or at a moment that chance finds
 * good. Not thread-safe.
 */
final class LifeEnd {
    private static final List<String> MESSAGES =
            List.of(Coverage.SEND, Coverage.RECEIVE, Coverage.HEAR_OF, Coverage.ANSWER);

    private static final Set<String> OF_LOG =
            Set.of(Coverage.APPEND, Coverage.MAKE_DURABLE, Coverage.RELEASE, Coverage.FLUSH, Coverage.FORCE);

    private final World world;
    private final SimulatedNode node;
    private final NodeLife life;
    private final SimulatedStorage storage;
    private final long endCall;
    private final boolean endsByPower;
    private long calls;
    private long storageCalls;
    private boolean isDead;

    /** The end of a life in this call of a port; chance says how. */
    LifeEnd(NodeLife life, SimulatedStorage storage, long endCall) {
        this.world = life.world();
        this.node = life.node();
        this.life = life;
        this.storage = storage;
        this.endCall = endCall;
        this.endsByPower = world.endsByPower();
    }

    /** Counts a call of a port; true when the life ends in it, and the caller must see to that. */
    boolean isEndingAt(String call, String more) {
        checkAlive();
        calls++;
        world.portCalled();
        world.history().mix(calls);
        if (world.history().isRecorded()) {
            tell(call, more);
        }
        boolean counts = !world.profile().crashes().inStorage();
        return (counts && calls == endCall && !world.isPeaceful())
                || endsVoted()
                || world.lost().isLast(life)
                || isAimedAt(call);
    }

    /** A message to another process belongs to the story. */
    private void tell(String call, String more) {
        if (MESSAGES.stream().anyMatch(call::startsWith)) {
            world.history().line(life + " " + call + more);
        } else if (OF_LOG.contains(call)) {
            world.history().log(life + " " + call + more);
        } else {
            world.history().detail(life + "." + calls + " " + call + more);
        }
    }

    /** Ends by chance at a moment that matters to other nodes: after its vote, or while it carries out a decision. */
    private boolean endsVoted() {
        double voted = world.profile().network().voted();
        return voted > 0
                && life.isRestored()
                && world.mayFail(voted)
                && node.mayEnd()
                && life.coordinator().parked().stream().anyMatch(each -> each.subordinate() != null);
    }

    private boolean isAimedAt(String call) {
        return node.mayEnd() && world.aims().isHit(call, endsByPower ? Coverage.POWER_LOST : Coverage.KILLED);
    }

    /** As {@link #isEndingAt}, for a call of the storage. */
    boolean isEndingInStorage(String call) {
        storageCalls++;
        boolean counts = world.profile().crashes().inStorage();
        return isEndingAt(call, "") || (counts && storageCalls == endCall && !world.isPeaceful());
    }

    void checkAlive() {
        if (isDead) {
            throw new SimulatedCrash("a call by a dead process");
        }
    }

    /** The end of this life, in a call. */
    SimulatedCrash end(String where) {
        if (!isDead) {
            world.oracles().calls().ends(life);
            isDead = true;
            if (world.history().isRecorded()) {
                world.history().line(life + (endsByPower ? " loses its power in " : " is killed in ") + where);
            }
            world.ledger().saw(endsByPower ? Sight.POWER_LOST : Sight.KILLED);
            world.ledger().met(where, endsByPower ? Coverage.POWER_LOST : Coverage.KILLED);
            if (endsByPower) {
                storage.crash();
            } else {
                storage.kill();
            }
            List.copyOf(life.sessions()).forEach(SimulatedSession::orphan);
            world.network().ended(life);
            node.ended(life);
        }
        return new SimulatedCrash(life + " in " + where);
    }

    /** It is closed in good order. */
    void closed() {
        world.oracles().calls().ends(life);
        isDead = true;
    }

    boolean isDead() {
        return isDead;
    }

    long calls() {
        return calls;
    }

    boolean endsByPower() {
        return endsByPower;
    }
}
