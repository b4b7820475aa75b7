package dev.assent.remote.transport;

import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.LogUnavailableException;
import dev.assent.core.log.RecordKind;
import dev.assent.remote.message.ShownAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The places of other nodes that have voted in transactions of this node. The next life of this node tells them that it
 * runs, so that they don't wait for what its crash has lost.
 *
 * <p>Durability: each place is one record of the log, which nothing forces. It gets to the disk with the next record that
 * is forced, such as the decision that follows the first vote. A crash may lose it; then nobody is told, and the others
 * find out by their own timers.
 *
 * <p>Bound: {@link #PLACES_MAX} places. When there are so many, no more are noted. A place that is not reached at a start
 * is forgotten, and noted again when it votes again.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits for the disk.
 */
public final class KnownPlaces {
    /** How many places are known at most. */
    public static final int PLACES_MAX = 100;

    /** A longer place is not noted. */
    private static final int PLACE_CHARS_MAX = 200;

    /** The format of the identity of a record: ASPL. */
    private static final int FORMAT = 0x4153504C;

    private final DecisionLog log;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** Those that an earlier life has noted, and that this one has not told yet; guarded by this. */
    private final List<String> untold = new ArrayList<>();

    /**
     * None yet.
     *
     * @param log keeps them
     */
    public KnownPlaces(DecisionLog log) {
        this.log = log;
    }

    /** Reads what earlier lives have noted. Called when the log is read. */
    public synchronized void restore() {
        log.replay((kind, id, body) -> {
            if (kind == RecordKind.PLACE) {
                String place = new String(id.global(), StandardCharsets.UTF_8);
                known.add(place);
                untold.add(place);
            }
        });
    }

    /** A node at this address has voted. A log that takes no records is no reason to fail. */
    void note(String address) {
        if (!known.contains(address)) { // most wires have one address for a node, which is its place
            add(ShownAddress.place(address));
        }
    }

    private synchronized void add(String place) {
        boolean hasRoom = known.size() < PLACES_MAX && place.length() <= PLACE_CHARS_MAX;
        if (hasRoom && known.add(place)) {
            try {
                log.append(RecordKind.PLACE, record(place), out -> {});
            } catch (LogUnavailableException refused) {
                known.remove(place);
            }
        }
    }

    /** Nobody was there. */
    public synchronized void forget(String place) {
        if (known.remove(place)) {
            log.release(record(place));
        }
    }

    /** Those of earlier lives that are reached in some way, and were not taken before: each is told once. */
    public synchronized List<String> take(Predicate<String> isReached) {
        List<String> taken = untold.stream().filter(isReached).toList();
        untold.removeAll(taken);
        return taken;
    }

    private static TransactionId record(String place) {
        return new ForeignTransactionId(FORMAT, place.getBytes(StandardCharsets.UTF_8));
    }
}
