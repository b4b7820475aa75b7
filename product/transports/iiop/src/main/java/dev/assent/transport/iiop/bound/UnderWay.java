package dev.assent.transport.iiop.bound;

import java.util.concurrent.TimeUnit;

/**
 * Counts what runs now, so that a thread can wait until nothing runs.
 *
 * <p>Thread safety: all methods may be called by any thread; none but {@link #awaitNone} waits.
 */
public final class UnderWay {
    /** Guards the count. */
    private final Object lock = new Object();

    private int count;

    /** Nothing runs yet. */
    public UnderWay() {}

    /** Counts one more; the caller must call {@link #end} for it. */
    public void begin() {
        beginUpTo(Integer.MAX_VALUE);
    }

    /**
     * Counts one more, unless that would exceed a number. If it returns true, the caller must call {@link #end}.
     *
     * @return false when the number is reached
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

    /** Counts one less. */
    public void end() {
        synchronized (lock) {
            count--;
            lock.notifyAll();
        }
    }

    /** Waits until the count is zero; false when the time is over before. */
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

    /** Whether the count is zero. */
    public boolean isIdle() {
        synchronized (lock) {
            return count == 0;
        }
    }
}
