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
 * Logs addresses that messages have named and that may not be called (law 22). A message to such an address is as good
 * as lost, and without the log nobody would know why. Each place is logged once a minute, and only a few of them, since
 * a sender can make up any number.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class BarredPlaces {
    /** How many places are logged in a minute. */
    private static final int PLACES_MAX = 10;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Notices notices;
    private final Clock clock;
    private final Set<String> told = new HashSet<>();
    private long sinceNanos;

    /** Nothing logged yet. */
    public BarredPlaces(Notices notices, Clock clock) {
        this.notices = notices;
        this.clock = clock;
        this.sinceNanos = clock.nanos();
    }

    /** Logs that a message to an address is not sent. */
    public void tell(String address) {
        String line = line(ShownAddress.of(address));
        if (line != null) {
            notices.warning(line); // without the lock: a log may be slow, and no other thread should wait for it
        }
    }

    /** The line for a place; null if it was logged in this minute, or too many were. */
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
