package dev.assent.lab.role;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The time in which all threads of a client are at work: from when the last one has begun until the last one has done its part.
 *
 * <p>Thread safety: all methods may be called by any thread; {@link #perSecond} once the window is closed.
 */
final class Window implements AutoCloseable {
    private final LongSupplier done;
    private final Phaser start;
    private final AtomicInteger missing;
    private final AtomicInteger busy;
    private volatile State from = State.NONE;
    private volatile State to = State.NONE;
    private volatile boolean isOver;

    /** How many iterations there were until when, by {@link System#nanoTime}. */
    private record State(long iterations, long nanos) {
        static final State NONE = new State(0, 0);
    }

    /**
     * Not open yet.
     *
     * @param threads how many come
     * @param done how many iterations all have done until now
     */
    Window(int threads, LongSupplier done) {
        this.done = done;
        this.start = new Phaser(threads);
        this.missing = new AtomicInteger(threads);
        this.busy = new AtomicInteger(threads);
    }

    private State now() {
        return new State(done.getAsLong(), System.nanoTime());
    }

    /**
     * Waits for all others; then this thread is at work.
     *
     * @throws CancellationException when it was closed before
     */
    void enter() {
        if (start.awaitAdvance(start.arrive()) < 0) {
            throw new CancellationException("another thread has failed");
        }
        if (missing.decrementAndGet() == 0) {
            from = now();
        }
    }

    /** This thread has done its part, and goes on until the window ends. */
    void leave() {
        if (busy.decrementAndGet() == 0) {
            to = now();
            isOver = true;
        }
    }

    /** Whether nothing more is to be done. */
    boolean isOver() {
        return isOver;
    }

    /** How many iterations all did in a second. */
    double perSecond() {
        return (to.iterations() - from.iterations()) * 1e9 / (to.nanos() - from.nanos());
    }

    /** If one thread has failed, lets the waiting threads go on and the working threads end. */
    @Override
    public void close() {
        isOver = true;
        start.forceTermination();
    }
}
