package dev.assent.transport.iiop.orb;

import dev.assent.remote.transport.WireObserver;
import org.jspecify.annotations.Nullable;

/**
 * Tells an observer about messages. An ORB reveals neither the size of a message on the connection nor when it has sent
 * it. So the observer hears of a message just before it is sent, and without a size.
 *
 * <p>Thread safety: as the observer, safe to share.
 *
 * @param observer null for none
 */
public record Watch(@Nullable WireObserver observer) {
    private static final int SIZE_UNKNOWN = 0;

    /** A message is about to be sent. */
    public void out(String peer, Object message) {
        pass(WireObserver.Way.OUT, peer, message);
    }

    /** A message has come. */
    public void in(String peer, Object message) {
        pass(WireObserver.Way.IN, peer, message);
    }

    private void pass(WireObserver.Way way, String peer, Object message) {
        if (observer != null) {
            observer.passed(way, peer, message, SIZE_UNKNOWN);
        }
    }
}
