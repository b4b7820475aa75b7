package dev.assent.resources.room;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets in as many as a pool has room for, the others in the order in which they came. Behind this gate
 * there is a connection or session for the caller, or room for one, that nobody else takes; the caller may
 * wait until it is made.
 *
 * <p>Agroal alone wakes nobody when a connection is destroyed and leaves room for another, makes who
 * waits for a connection that is just being made burn a processor, and lets who comes later be served
 * first.
 *
 * <p>Thread safety: safe to share.
 */
public final class PoolGate {
    private final Semaphore room;
    private final int insideMax;
    private volatile boolean closed;

    /** Lets in so many. */
    public PoolGate(int insideMax) {
        this.insideMax = insideMax;
        this.room = new Semaphore(insideMax, true);
    }

    /**
     * The right to one connection or session. Given back once, however often that is tried: a timeout in the
     * middle of an enlistment ends what was taken, and whoever took it gives up then, too.
     */
    public final class Permit {
        private final AtomicBoolean released = new AtomicBoolean();

        private Permit() {}

        /** Makes room for the next. */
        public void release() {
            if (released.compareAndSet(false, true)) {
                room.release();
            }
        }
    }

    /**
     * Waits for room.
     *
     * @return null when there was none in time
     */
    public @Nullable Permit enter(long nanosMax) throws InterruptedException {
        return room.tryAcquire(nanosMax, TimeUnit.NANOSECONDS) ? new Permit() : null;
    }

    /** How many were let in and have not left. */
    public int inside() {
        return closed ? 0 : insideMax - room.availablePermits();
    }

    /** How many wait. */
    public int waiting() {
        return closed ? 0 : room.getQueueLength();
    }

    /** Lets in all who wait, to find the pool closed. */
    public void close() {
        closed = true;
        room.release(Integer.MAX_VALUE - insideMax);
    }
}
