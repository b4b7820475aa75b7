package dev.assent.transport.iiop.reference;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The id of the service context that carries a transaction, for each peer. Immutable and safe to share. */
public record PeerIds(int usual, Map<IiopPlace, Integer> ofPeers) {
    /** Copies the map. */
    public PeerIds {
        ofPeers = Map.copyOf(ofPeers);
    }

    /** Whether a text is the number of a service context. */
    public static boolean isId(String text) {
        try {
            Integer.parseUnsignedInt(text.strip());
            return true;
        } catch (NumberFormatException none) {
            return false;
        }
    }

    /** Whether a text is a list of places and numbers. */
    public static boolean isList(String text) {
        if (text.isEmpty()) {
            return true;
        }
        for (String each : text.split(",", -1)) {
            if (parse(each).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static Optional<Map.Entry<IiopPlace, Integer>> parse(String entry) {
        int equals = entry.lastIndexOf('=');
        if (equals < 0 || !isId(entry.substring(equals + 1))) {
            return Optional.empty();
        }
        int id = Integer.parseUnsignedInt(entry.substring(equals + 1).strip());
        return IiopPlace.parse(entry.substring(0, equals).strip()).map(place -> Map.entry(place, id));
    }

    /**
     * Reads two settings that were checked.
     *
     * @param usual a number
     * @param list a list that {@link #isList} accepts
     */
    public static PeerIds of(String usual, String list) {
        Map<IiopPlace, Integer> ofPeers = new HashMap<>();
        for (String each : list.isEmpty() ? new String[0] : list.split(",", -1)) {
            parse(each).ifPresent(found -> ofPeers.put(found.getKey(), found.getValue()));
        }
        return new PeerIds(Integer.parseUnsignedInt(usual.strip()), ofPeers);
    }

    /** The id for a process. */
    public int of(IiopPlace place) {
        return ofPeers.getOrDefault(place, usual);
    }
}
