package dev.assent.transport.soap.messaging;

import dev.assent.remote.transport.WireObserver;
import dev.assent.remote.transport.WireObserver.Way;
import org.jspecify.annotations.Nullable;

/**
 * Tells the observer of a process, if it has one, of every message, in words of the ports.
 *
 * <p>Thread safety: safe to share.
 */
public record Observation(@Nullable WireObserver observer) {
    /** Nobody is told. */
    public static final Observation NONE = new Observation(null);

    /** A message was handed to the wire. */
    public void sent(String peer, Object message, int bytes) {
        if (observer != null) {
            observer.passed(Way.OUT, peer, message, bytes);
        }
    }

    /** A message has come; told before anything is done about it. */
    public void came(String peer, Object message, int bytes) {
        if (observer != null) {
            observer.passed(Way.IN, peer, message, bytes);
        }
    }
}
