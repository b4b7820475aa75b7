package dev.assent.transport.iiop.bound;

import java.util.concurrent.TimeUnit;

/**
 * How much is under way, for who waits until nothing is.
 *
 * <p>Thread safety: all methods may be called by any thread; none but {@link #awaitNone} waits.
 */
public final class UnderWay {
    /** Guards the count. */
    private final Object lock = new Object();

    private int count;

    /** Nothing yet. */
    public UnderWay() {}

    /** One more; {@link #end} must follow. */
    public void begin() {
        beginUpTo(Integer.MAX_VALUE);
    }

    /**
     * One more, unless there are so many already; {@link #end} must follow then.
     *
     * @return false when there are
     */
    public boolean beginUpTo(int max) {
        synchronized (lock) {
            if (count >= max) {
                return false;
            }
            count++;
            return true;
        }
    }

    /** One less. */
    public void end() {
        synchronized (lock) {
            count--;
            lock.notifyAll();
        }
    }

    /** Waits until there is nothing; false when there still is something when the time is over. */
    public boolean awaitNone(long untilNanos) throws InterruptedException {
        synchronized (lock) {
            long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            while (count > 0 && left > 0) {
                lock.wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            }
            return count == 0;
        }
    }

    /** Whether there is nothing. */
    public boolean isIdle() {
        synchronized (lock) {
            return count == 0;
        }
    }
}
