package dev.assent.testkit.simulation;

import dev.assent.LogDamagedException;
import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.OpeningReport;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A node over its lives: its disk stays, its processes come and go. Not thread-safe. */
final class SimulatedNode {
    private static final int LIVES_MAX = 40; // each fault of a disk at a start takes one
    private static final int ENDS_VOTED_MAX = 4;

    private final World world;
    private final String name;
    private final String host;
    private final SimulatedDisk disk;
    private final List<Long> portCalls = new ArrayList<>();
    private final Promises promises;
    private @Nullable NodeLife life;
    private @Nullable NodeId identity;
    private int lives;

    /** The forced sectors that {@link #durable} was read from. */
    private byte[][] segmentA = {};

    private byte[][] segmentB = {};
    private DurableRecords durable = DurableRecords.of(segmentA, segmentB);
    private int ends;
    private long forces;
    private boolean isStarting;
    private boolean isLost;
    private long clockAheadMillis;

    /**
     * A node that has not started.
     *
     * @param host the end of its address
     */
    SimulatedNode(World world, String name, String host, SimulatedDisk disk) {
        this.world = world;
        this.name = name;
        this.host = host;
        this.disk = disk;
        this.promises = new Promises(world.ledger());
    }

    World world() {
        return world;
    }

    /** What its log has promised to keep. */
    Promises promises() {
        return promises;
    }

    String name() {
        return name;
    }

    String host() {
        return host;
    }

    SimulatedDisk disk() {
        return disk;
    }

    /** The identity it had when it was opened last; null before. */
    @Nullable NodeId identity() {
        return identity;
    }

    /** What its disk will have kept if the power fails now. */
    DurableRecords durable() {
        byte[][] nowA = disk.forcedSectors("segment-a");
        byte[][] nowB = disk.forcedSectors("segment-b");
        if (!Arrays.equals(nowA, segmentA) || !Arrays.equals(nowB, segmentB)) { // compares sectors by identity
            durable = DurableRecords.of(nowA, nowB);
            segmentA = nowA;
            segmentB = nowB;
        }
        return durable;
    }

    /** Sets its clock, ahead of all the others or back to less. */
    void setClock(long aheadMillis) {
        world.history().line("the clock of " + name + " is set to " + aheadMillis + " ms ahead");
        clockAheadMillis = aheadMillis;
    }

    /** How far its clock is ahead of the time of the world. */
    long clockAheadMillis() {
        return clockAheadMillis;
    }

    NodeId newIdentity() {
        return new NodeId(world.chance().nextLong(), world.chance().nextLong());
    }

    /** The process that runs now, and has read its log; null when there is none. */
    @Nullable NodeLife life() {
        return life != null && life.isRestored() ? life : null;
    }

    /** The process that runs now, and may not have read its log; null when there is none. */
    @Nullable NodeLife process() {
        return life;
    }

    boolean isOpen(NodeLife candidate) {
        return life == candidate;
    }

    /** How many port calls each ended life made. */
    List<Long> portCalls() {
        return portCalls;
    }

    void forced(long times) {
        forces += times;
    }

    /** How often the log was forced for records that somebody waited for, in lives that were closed. */
    long forces() {
        return forces;
    }

    /** A node ends so a few times only, or it would never come to anything. */
    boolean mayEnd() {
        return ends < ENDS_VOTED_MAX;
    }

    /** Starts a process, unless one runs. */
    void start() {
        isStarting = false;
        if (life != null || isLost || world.ledger().isBroken()) {
            return;
        }
        if (++lives > LIVES_MAX) {
            world.ledger().broken("no law", "the node does not stay open");
            return;
        }
        world.putBack().beforeStart(this);
        Profile profile = world.profile();
        List<Long> ends = world.endsOf(this);
        long endCall = lives <= ends.size() && !world.isQuiet() ? ends.get(lives - 1) : 0;
        Optional<SimulatedStorage> taken = world.oracles().folders().take(this);
        if (taken.isEmpty()) {
            return;
        }
        SimulatedStorage storage = taken.get();
        if (world.mayFail(profile.faults().storage())) {
            storage.failAtCall(1 + world.chance().below(60));
        }
        Rot rot = Rot.of(world, disk);
        try {
            NodeLife opened = new NodeLife(this, lives, storage, endCall);
            if (rot != null) {
                world.ledger().broken("law 5", opened + " starts on a log with this fault: " + rot);
            }
            opened(opened);
        } catch (LogDamagedException damaged) {
            refused(rot, damaged);
        } catch (LogUnavailableException refused) {
            world.ledger().saw(Sight.STORAGE_FAILED);
            world.history().line(name + "/" + lives + " does not start: " + refused.getMessage());
            startLater();
        } catch (SimulatedCrash endedWhileOpening) {
            startLater();
        } finally {
            if (rot != null) {
                rot.mend();
            }
        }
    }

    private void refused(@Nullable Rot rot, LogDamagedException damaged) {
        world.history().line(name + " does not start: " + damaged.getMessage());
        if (rot != null) {
            world.ledger().saw(Sight.ROTTEN);
            if (!rot.isUntouched()) {
                world.ledger().broken("law 5", "a log was refused, and was changed, with this fault: " + rot);
            }
        } else if (!world.putBack().undo(this)) {
            throw damaged;
        }
        lives--; // it was none
        startLater();
    }

    private void opened(NodeLife opened) {
        OpeningReport found = opened.fileLog().opening();
        life = opened;
        identity = opened.nodeEpoch().node();
        History history = world.history();
        if (history.isRecorded()) {
            history.detail(opened + " is " + opened.nodeEpoch() + " with " + found);
            history.named(opened.nodeEpoch().node().toString(), "(" + name + ")");
            history.line(opened + " starts, sectors cut from its log: " + found.sectorsCut());
        }
        if (found.sectorsCut() > 0 || found.isCheckpointCut()) {
            world.ledger().saw(Sight.TORN);
        }
        world.ledger().opened(opened);
        if (world.profile().network().nodes() > 1 && world.chance().of(0.5)) {
            world.schedule().after(world.chance().delayNanos() * 20, opened, Kind.ALONE, () -> restored(opened));
        } else {
            restored(opened);
        }
    }

    private void restored(NodeLife opened) {
        opened.restore();
        world.opened(opened);
    }

    /** A life has ended. */
    void ended(NodeLife over) {
        ends++;
        portCalls.add(over.calls());
        if (life == over) {
            life = null;
            startLater();
            world.lost().ended(this);
        }
    }

    /** Starts it soon. */
    void startLater() {
        if (!isStarting) {
            isStarting = true;
            world.schedule().after(world.chance().delayNanos() * 10, null, Kind.ALONE, this::start);
        }
    }

    /** Ends the process now, outside of any call. */
    void crash() {
        NodeLife now = life;
        if (now != null) {
            now.end(Coverage.NO_CALL);
        }
    }

    /** Ends it, and for good: no process starts here any more. */
    void lose() {
        isLost = true;
        crash();
    }

    /** Closes the process in good order; all of its events have ended. */
    void close() {
        NodeLife now = life;
        if (now != null) {
            world.history().line(now + " is closed");
            world.ledger().saw(Sight.CLOSED);
            now.close();
            life = null;
            portCalls.add(now.calls());
        }
    }
}
