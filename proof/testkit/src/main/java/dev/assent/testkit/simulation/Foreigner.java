package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transaction manager by another maker, over its lives (OTS 1.4, WS-AtomicTransaction 1.1): presumed abort, of its
 * own making, as another vendor would write it. It has no name but its address, and gives its transactions identities
 * of any length. Its decisions survive its crashes; nothing else does.
 *
 * <p>Not thread-safe.
 */
final class Foreigner {
    private static final int FORMAT = 4711;

    private static final int FILLER_BYTES_MAX = 100;
    private static final int ENDS_MAX = 4;

    private final World world;
    private final String name;

    /** The decisions to commit on its disk, with those that have not confirmed. */
    private final Map<TransactionId, List<Registration>> decided = new LinkedHashMap<>();

    /** The votes on its disk, by the addresses of its parts. */
    private final Map<String, ForeignPart> prepared = new LinkedHashMap<>();

    private final SimulatedResource resource;
    private @Nullable ForeignLife life;
    private int lives;
    private int left;
    private long begun;
    private int addresses;
    private int denials;

    /**
     * One that is not started.
     *
     * @param transactions how many it is to begin
     */
    Foreigner(World world, String name, int transactions) {
        this.world = world;
        this.name = name;
        this.left = transactions;
        this.resource = new SimulatedResource(world, name, "");
    }

    World world() {
        return world;
    }

    String address() {
        return SimulatedNetwork.SCHEME + "://" + name;
    }

    /** The process that runs now; null when there is none. */
    @Nullable ForeignLife life() {
        return life;
    }

    Map<TransactionId, List<Registration>> decided() {
        return decided;
    }

    Map<String, ForeignPart> prepared() {
        return prepared;
    }

    /** Work for a transaction of ours, at an address of its own. */
    ForeignPart newPart(Context context) {
        return new ForeignPart(world, context, newAddress(), resource);
    }

    /** An address that no process had before. */
    String newAddress() {
        return address() + "/" + ++addresses;
    }

    /** Whether an address leads here. */
    boolean isAt(String address) {
        return address.equals(address()) || address.startsWith(address() + "/");
    }

    /** Whether it has voted and waits for the decision. */
    boolean isWaiting() {
        return prepared.values().stream().anyMatch(ForeignPart::isPrepared);
    }

    /** Whether it has lost a vote. */
    boolean hasLostVote() {
        return prepared.values().stream().anyMatch(ForeignPart::isVoteLost);
    }

    /** It answers that it does not know a part. */
    void deny() {
        world.ledger().saw(Sight.FOREIGN_GONE);
        denials++;
    }

    /** How often it has answered so. */
    int denials() {
        return denials;
    }

    /** Its timers. */
    void tick() {
        ForeignLife now = life;
        if (now != null) {
            now.tick();
        }
    }

    boolean isFinished() {
        return left == 0;
    }

    /** Begins no further transaction. */
    void finish() {
        left = 0;
    }

    /** Starts a process, which first carries the decisions out. */
    void start() {
        ForeignLife started = new ForeignLife(this, name + "/" + ++lives);
        life = started;
        world.network().open(started, started);
        prepared.values().forEach(started::goOnWith);
        List.copyOf(decided.keySet()).forEach(started::commit);
        next(started);
    }

    /** Goes on with the next transaction. */
    void next(ForeignLife in) {
        if (left > 0 && in == life) {
            left--;
            ForeignTransaction fresh = new ForeignTransaction(in, newId(), world.nextPlan());
            in.add(fresh);
            world.schedule().after(world.chance().delayNanos(), fresh::call);
        }
    }

    private TransactionId newId() {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES + world.chance().below(FILLER_BYTES_MAX));
        bytes.putLong(world.chance().nextLong()).putLong(++begun);
        return new ForeignTransactionId(FORMAT, bytes.array());
    }

    /** It ends so a few times only, or it would never come to anything. */
    boolean mayEnd() {
        return lives <= ENDS_MAX;
    }

    /** A life has ended; another one starts soon. */
    void ended() {
        life = null;
        world.schedule().after(world.chance().delayNanos() * 100, null, Kind.ALONE, this::start);
    }
}
