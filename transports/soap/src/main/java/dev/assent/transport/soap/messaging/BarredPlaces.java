package dev.assent.transport.soap.messaging;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import dev.assent.remote.message.ShownAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells operators of addresses that messages have named and that may not be called (law 22). What is sent there is as good
 * as lost, and nobody else would know why. Each place is told once a minute, and few of them: a sender may make up as many as
 * it likes.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class BarredPlaces {
    /** How many places are told in a minute. */
    private static final int PLACES_MAX = 10;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Notices notices;
    private final Clock clock;
    private final Set<String> told = new HashSet<>();
    private long sinceNanos;

    /** Nothing was told yet. */
    public BarredPlaces(Notices notices, Clock clock) {
        this.notices = notices;
        this.clock = clock;
        this.sinceNanos = clock.nanos();
    }

    /** Something is not sent to an address. */
    public void tell(String address) {
        String line = line(ShownAddress.of(address));
        if (line != null) {
            notices.warning(line); // without the lock: a log may be slow, and nobody else is to wait for it
        }
    }

    /** What is told of a place; null when that is nothing new, or too much. */
    private synchronized @Nullable String line(String place) {
        long now = clock.nanos();
        if (now - sinceNanos >= MINUTE_NANOS) {
            sinceNanos = now;
            told.clear();
        }
        if (told.size() > PLACES_MAX || !told.add(place)) {
            return null;
        }
        return told.size() > PLACES_MAX ? MESSAGES.notToldMore(PLACES_MAX) : MESSAGES.notTold(place);
    }
}
