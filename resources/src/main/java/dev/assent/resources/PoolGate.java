package dev.assent.resources;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets in as many as there are connections, the others in the order in which they came.
 *
 * <p>Agroal alone wakes nobody when a connection is destroyed and leaves room for another, makes who
 * waits for a connection that is just being made burn a processor, and lets who comes later be served
 * first. Behind this gate there is always a connection for the caller, or room for one.
 *
 * <p>Thread safety: safe to share.
 */
final class PoolGate {
    private final Semaphore room;
    private final int connectionsMax;
    private volatile boolean closed;

    PoolGate(int connectionsMax) {
        this.connectionsMax = connectionsMax;
        this.room = new Semaphore(connectionsMax, true);
    }

    /** The right to one connection. Given back once, however often that is tried. */
    final class Permit extends AtomicBoolean {
        private static final long serialVersionUID = 1L;

        void release() {
            if (compareAndSet(false, true)) {
                room.release();
            }
        }
    }

    /**
     * Waits for room.
     *
     * @return null when there was none in time
     */
    @Nullable Permit enter(long nanosMax) throws InterruptedException {
        return room.tryAcquire(nanosMax, TimeUnit.NANOSECONDS) ? new Permit() : null;
    }

    /** How many wait. */
    int waiting() {
        return closed ? 0 : room.getQueueLength();
    }

    /** Lets in all who wait, to find the pool closed. */
    void close() {
        closed = true;
        room.release(Integer.MAX_VALUE - connectionsMax);
    }
}
