package dev.assent.transport.soap.coordinator;

import dev.assent.core.time.Clock;
import dev.assent.transport.soap.addressing.EndpointReference;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@linkplain AnswerTimes times} of each place that has participants. Of many places those are forgotten that were used
 * least lately.
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

    /** Those of the host and port of an endpoint. */
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
