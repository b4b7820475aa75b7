package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import dev.assent.remote.transport.Recent;

/**
 * Warns the operator that a client or host has reached a limit, at most once a minute for each.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class LimitWarnings {
    /** How long after a warning about a client at its limit the next one is logged. */
    private static final long TELL_AGAIN_NANOS = 60_000_000_000L;

    private static final int TOLD_MAX = 1_000;

    private final Clock clock;
    private final Notices notices;

    /** When the last warning about each client or host was logged; guarded by itself. */
    private final Recent<String, Long> told = new Recent<>(TOLD_MAX);

    LimitWarnings(Clock clock, Notices notices) {
        this.clock = clock;
        this.notices = notices;
    }

    /** A client or host was refused because of its limit. */
    void refused(ClientQuota.Reached limit) {
        boolean isNews;
        long now = clock.nanos();
        synchronized (told) {
            Long before = told.get(limit.name());
            isNews = before == null || now - before >= TELL_AGAIN_NANOS;
            if (isNews) {
                told.put(limit.name(), now);
            }
        }
        if (isNews) {
            notices.warning(MESSAGES.clientAtLimit(limit.who(), limit.max(), limit.key(), limit.name()));
        }
    }
}
