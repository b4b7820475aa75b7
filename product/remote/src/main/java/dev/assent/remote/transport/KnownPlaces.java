package dev.assent.remote.transport;

import dev.assent.LogUnavailableException;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.RecordKind;
import dev.assent.core.participant.ByteSink;
import dev.assent.remote.message.ShownAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The places of other nodes that have voted in transactions of this node. The next life of this node tells them that it
 * runs, so that they don't wait for transactions that its crash has lost. One address is kept for each place. Over some
 * wires it holds the key that identifies this node to the other one.
 *
 * <p>Durability: each place is one record of the log, which nothing forces. It gets to the disk with the next record
 * that is forced, such as the decision that follows the first vote. If a crash loses it, the node there gets no news of
 * the next life, and finds out by its timers.
 *
 * <p>Bound: {@link #PLACES_MAX} places, and {@link #CHARS_MAX} characters in all. Beyond that, no further places are
 * noted. A place that does not answer at a start, or refuses the news, is forgotten, and noted again when it votes
 * again.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits for the disk.
 */
public final class KnownPlaces {
    /** How many places are known at most. */
    public static final int PLACES_MAX = 100;

    /** How many characters all addresses may have together, so that the smallest log has room for its transactions. */
    public static final int CHARS_MAX = 8_000;

    /** A longer place is not noted. */
    private static final int PLACE_CHARS_MAX = 200;

    /** The format of the identity of a record: ASPL. */
    private static final int FORMAT = 0x4153504C;

    private final DecisionLog log;

    /** An address of each place. */
    private final Map<String, String> known = new ConcurrentHashMap<>();

    /** The places that an earlier life has noted and this one has not told yet; guarded by this. */
    private final Map<String, String> untold = new LinkedHashMap<>();

    /** The number of characters of all addresses; guarded by this. */
    private int chars;

    /**
     * No places yet.
     *
     * @param log keeps the places
     */
    public KnownPlaces(DecisionLog log) {
        this.log = log;
    }

    /** Reads the places that earlier lives have noted. Called when the log is read. */
    public synchronized void restore() {
        log.replay((kind, id, body) -> {
            if (kind == RecordKind.PLACE) {
                String place = new String(id.global(), StandardCharsets.UTF_8);
                String address = ByteSink.readString(body);
                if (known.putIfAbsent(place, address) == null) {
                    untold.put(place, address);
                    chars += address.length();
                }
            }
        });
    }

    /** Notes that a node at this address has voted. If the log refuses the record, the place is not noted. */
    void note(String address) {
        String place = ShownAddress.place(address);
        if (!known.containsKey(place)) {
            add(place, address);
        }
    }

    private synchronized void add(String place, String address) {
        boolean hasRoom =
                known.size() < PLACES_MAX && place.length() <= PLACE_CHARS_MAX && chars + address.length() <= CHARS_MAX;
        if (hasRoom && known.putIfAbsent(place, address) == null) {
            try {
                log.append(RecordKind.PLACE, record(place), out -> out.putString(address));
                chars += address.length();
            } catch (LogUnavailableException refused) {
                known.remove(place);
            }
        }
    }

    /** Forgets a place that does not answer. */
    public synchronized void forget(String place) {
        String address = known.remove(place);
        if (address != null) {
            chars -= address.length();
            log.release(record(place));
        }
    }

    /** Takes the places not told yet whose address matches, each only once. */
    public synchronized List<Place> take(Predicate<String> isReached) {
        List<Place> taken = untold.entrySet().stream()
                .filter(each -> isReached.test(each.getValue()))
                .map(each -> new Place(each.getKey(), each.getValue()))
                .toList();
        taken.forEach(each -> untold.remove(each.name()));
        return taken;
    }

    /**
     * The place of a node.
     *
     * @param name as in {@link ShownAddress#place}
     * @param address the one at which it has voted
     */
    public record Place(String name, String address) {}

    private static TransactionId record(String place) {
        return new ForeignTransactionId(FORMAT, place.getBytes(StandardCharsets.UTF_8));
    }
}
