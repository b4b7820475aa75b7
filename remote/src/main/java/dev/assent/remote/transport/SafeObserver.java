package dev.assent.remote.transport;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.foreign.Uncaught;

/**
 * An observer as a transport may call it, whatever it throws ({@link ForeignCode}).
 *
 * <p>Thread safety: as that of the observer behind it.
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
