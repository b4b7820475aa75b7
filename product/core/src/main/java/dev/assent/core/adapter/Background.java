package dev.assent.core.adapter;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs the work that must not hold up its caller, since it may wait for a database or a disk: a rollback after a timeout,
 * a superior's prepare, a recovery pass, an operator's command. The caller may be the node's timer, a transport's loop or
 * the thread of the admin socket. While one of these waits for a database, the node stands still.
 *
 * <ol>
 *   <li>A worker does the work. Since Java 21 one is always free.
 *   <li>If all workers are busy, an <em>overflow thread</em> does the work: a daemon thread that ends after a second
 *       without work.
 *   <li>If there are {@code overflowMax} of these, or no thread can be started, the calling thread does the work. So no
 *       work is lost.
 * </ol>
 *
 * <p>The work does not wait in a queue. The workers may hang until just this work is done: it may be the rollback that
 * releases the locks they wait for, or the next force of the log. And a transaction must not wait for a database that it
 * does not use.
 *
 * <p>The work itself limits the number of overflow threads. A transaction seldom has more than one piece of work under
 * way, and the work hangs only if the transaction has a connection to a resource that hangs. So there are about as many
 * threads as such connections, and never many more than transactions. {@code overflowMax} is the node's limit of
 * transactions. A lower limit would bring back the third step, in which the timer may hang.
 *
 * <p>Thread safety: any thread may call all methods.
 */
public final class Background implements Executor {
    private final ExecutorService workers;
    private final ExecutorService overflow;

    /**
     * Starts no thread yet.
     *
     * @param workers refuse work while all are busy; ended together with this
     * @param overflowMax the most overflow threads
     */
    public Background(ExecutorService workers, int overflowMax) {
        this.workers = workers;
        this.overflow = Workers.daemonsWithoutQueue("assent-overflow-", overflowMax);
    }

    @Override
    public void execute(Runnable work) {
        if (!isTaken(work)) {
            work.run();
        }
    }

    /** Steps 1 and 2; false if no thread has taken the work. */
    public boolean isTaken(Runnable work) {
        return isTaken(workers, work) || isTaken(overflow, work);
    }

    private static boolean isTaken(Executor executor, Runnable work) {
        try {
            executor.execute(work);
            return true;
        } catch (RejectedExecutionException | VirtualMachineError noThread) { // none is free, or none can be started
            return false;
        }
    }

    /**
     * Takes no more work, and waits until all work is done, or the time is over. Call {@link #interrupt} afterwards.
     *
     * @param endNanos by {@link SystemClock#nanos}
     */
    public void end(long endNanos) {
        Workers.end(workers, endNanos);
        Workers.end(overflow, endNanos);
    }

    /** Interrupts the threads that are still blocked after {@link #end}. */
    public void interrupt() {
        workers.shutdownNow();
        overflow.shutdownNow();
    }
}
