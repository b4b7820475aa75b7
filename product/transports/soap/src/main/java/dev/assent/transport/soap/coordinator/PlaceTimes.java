package dev.assent.transport.soap.coordinator;

import dev.assent.core.time.Clock;
import dev.assent.transport.soap.addressing.EndpointReference;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@linkplain AnswerTimes times} of each place that has participants. Beyond a limit, the place that was used
 * longest ago is dropped.
 *
 * <p>Thread safety: safe to share.
 */
final class PlaceTimes {
    private static final int PLACES_MAX = 1_000;
    private static final float LOAD = 0.75f;

    private final Clock clock;
    private final Map<String, AnswerTimes> byPlace = new LinkedHashMap<>(16, LOAD, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, AnswerTimes> eldest) {
            return size() > PLACES_MAX;
        }
    };

    PlaceTimes(Clock clock) {
        this.clock = clock;
    }

    /** The times of an endpoint's host and port. */
    synchronized AnswerTimes of(EndpointReference endpoint) {
        return byPlace.computeIfAbsent(place(endpoint.address()), place -> new AnswerTimes(clock));
    }

    private static String place(String address) {
        try {
            String place = URI.create(address).getAuthority();
            return place == null ? address : place;
        } catch (IllegalArgumentException notReadable) {
            return address;
        }
    }
}
