package dev.assent.resources.room;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Admits as many callers as a pool has room for, and the others in the order in which they came. Behind this gate there
 * is a connection or session for each caller, or room for one, that no other caller takes; the caller may wait until it
 * is made.
 *
 * <p>Agroal alone wakes no caller when it destroys a connection, lets callers that wait for a new connection use up a
 * processor, and serves later callers first.
 *
 * <p>Thread safety: safe to share.
 */
public final class PoolGate {
    private final Semaphore room;
    private final int insideMax;
    private volatile boolean closed;

    /** Admits so many. */
    public PoolGate(int insideMax) {
        this.insideMax = insideMax;
        this.room = new Semaphore(insideMax, true);
    }

    /**
     * The right to one connection or session. It is returned only once, however often callers try: a timeout in the
     * middle of an enlistment ends the connection's use, and its user gives up then, too.
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

    /** The number of callers inside. */
    public int inside() {
        return closed ? 0 : insideMax - room.availablePermits();
    }

    /** The number of waiting callers. */
    public int waiting() {
        return closed ? 0 : room.getQueueLength();
    }

    /** Admits all waiting callers, which then find the pool closed. */
    public void close() {
        closed = true;
        room.release(Integer.MAX_VALUE - insideMax);
    }
}
