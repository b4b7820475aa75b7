package dev.assent.transport.soap.messaging;

import dev.assent.remote.transport.WireObserver;
import dev.assent.remote.transport.WireObserver.Way;
import org.jspecify.annotations.Nullable;

/**
 * Reports every message to the process's observer, if it has one, as a request or response of {@code
 * dev.assent.remote}.
 *
 * <p>Thread safety: safe to share.
 */
public record Observation(@Nullable WireObserver observer) {
    /** Without an observer. */
    public static final Observation NONE = new Observation(null);

    /** Reports a message that was given to the wire. */
    public void sent(String peer, Object message, int bytes) {
        if (observer != null) {
            observer.passed(Way.OUT, peer, message, bytes);
        }
    }

    /** Reports a received message, before anything is done for it. */
    public void came(String peer, Object message, int bytes) {
        if (observer != null) {
            observer.passed(Way.IN, peer, message, bytes);
        }
    }
}
