package dev.assent.transport.iiop.orb;

import dev.assent.remote.transport.WireObserver;
import org.jspecify.annotations.Nullable;

/**
 * Tells an observer of messages. An ORB tells neither how large one is on the connection nor when it is gone: messages are
 * told just before they go, and without a size.
 *
 * <p>Thread safety: as the observer, safe to share.
 *
 * @param observer null for nobody
 */
public record Watch(@Nullable WireObserver observer) {
    private static final int SIZE_UNKNOWN = 0;

    /** One is about to go. */
    public void out(String peer, Object message) {
        pass(WireObserver.Way.OUT, peer, message);
    }

    /** One has come. */
    public void in(String peer, Object message) {
        pass(WireObserver.Way.IN, peer, message);
    }

    private void pass(WireObserver.Way way, String peer, Object message) {
        if (observer != null) {
            observer.passed(way, peer, message, SIZE_UNKNOWN);
        }
    }
}
