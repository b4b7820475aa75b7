package dev.assent.transport.iiop.program;

import java.util.concurrent.TimeUnit;

/**
 * How many requests are served and how many are out on an ORB, whoever has made them: an ORB that is ended while there are
 * any either waits for them, however long, or breaks them off.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Traffic {
    /** Guards the count. */
    private final Object lock = new Object();

    private int underWay;

    void begin() {
        synchronized (lock) {
            underWay++;
        }
    }

    void end() {
        synchronized (lock) {
            underWay--;
            lock.notifyAll();
        }
    }

    /** Waits until there are none; false when there still are when the time is over. */
    public boolean awaitNone(long untilNanos) throws InterruptedException {
        synchronized (lock) {
            long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            while (underWay > 0 && left > 0) {
                lock.wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            }
            return underWay == 0;
        }
    }

    /** Whether there are none. */
    public boolean isIdle() {
        synchronized (lock) {
            return underWay == 0;
        }
    }
}
