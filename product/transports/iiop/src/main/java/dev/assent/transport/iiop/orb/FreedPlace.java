package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.reference.IiopPlace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The address at which an ended ORB has listened; a thread of the ORB closes the socket some time later. Pure
 * functions.
 */
final class FreedPlace {
    private static final long LOOK_NANOS = 5_000_000;

    private FreedPlace() {}

    /**
     * Waits until no process listens there.
     *
     * @return false when a process still listens when the time is over
     */
    static boolean await(IiopPlace place, long millisMax) {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax);
        while (!isFree(place)) {
            if (System.nanoTime() - untilNanos > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Whether a socket can be bound there. The socket does not listen, so no process can connect to it. */
    private static boolean isFree(IiopPlace place) {
        try (SocketChannel probe = SocketChannel.open()) {
            probe.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            probe.bind(new InetSocketAddress(place.host(), place.port()));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
