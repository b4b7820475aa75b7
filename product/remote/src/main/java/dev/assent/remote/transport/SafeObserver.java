package dev.assent.remote.transport;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.foreign.Uncaught;

/**
 * Calls an observer, and stops its exceptions before they reach the transport ({@link ForeignCode}).
 *
 * <p>Thread safety: as the observer.
 *
 * @param told hears of every message
 */
record SafeObserver(WireObserver told) implements WireObserver {
    @Override
    public void passed(Way way, String peer, Object message, int bytes) {
        try {
            told.passed(way, peer, message, bytes);
        } catch (Throwable thrown) {
            Uncaught.tell(thrown);
        }
    }
}
