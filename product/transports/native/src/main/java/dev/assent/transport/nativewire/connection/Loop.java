package dev.assent.transport.nativewire.connection;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.foreign.Uncaught;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that reads from many connections, and writes what they did not take at once. Between two looks at the
 * connections it does work that was handed to it. If that takes long, another thread takes over the connections ({@link
 * #relieve}), and the relieved thread ends after its work. Nothing else ends the thread before the loop is stopped: no
 * exception of the work, of a connection or of the handler of uncaught exceptions, and no full heap ({@link
 * dev.assent.core.foreign.ForeignCode}). Work that leaves the thread interrupted closes no connection.
 *
 * <p>Thread safety: all methods may be called by any thread, {@link #buffer}, {@link #work} and {@link #drainSoon} by
 * the loop's own only.
 */
final class Loop {
    /** How often {@code sometimes} runs. */
    static final long PERIOD_MILLIS = 100;

    private static final int BUFFER_BYTES = 1 << 16;

    /** Frames that are gathered to be written together wait no longer than this and the work at hand. */
    private static final long TOGETHER_NANOS = 50_000;

    /** The thread does no work. */
    private static final long IDLE = 0;

    /** The pause before the next try if the loop can't look at its connections. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** If looks fail one after the other, one in so many is reported. */
    private static final int FAILURES_FOR_ONE_WORD = 500;

    private final Selector selector;
    private final ThreadFactory threads;
    private final Runnable sometimes;
    private final Runnable whenWorking;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    /** Used by the loop's thread; a relieving thread takes it over. */
    private final ArrayDeque<Runnable> works = new ArrayDeque<>();

    /** A thread that has added to one of these outlets drains it, even if it is relieved meanwhile. */
    private final Queue<Outlet> undrained = new ConcurrentLinkedQueue<>();

    /** When the thread began its piece of work. The thread that sets this back to {@link #IDLE} has the loop. */
    private final AtomicLong workSinceNanos = new AtomicLong(IDLE);

    private long nextNanos;

    /** Used by the loop's thread: how many looks have failed in a row. */
    private int failedLooks;

    private volatile Thread thread;
    private volatile boolean isStopped;

    /** Waits for a channel. */
    @FunctionalInterface
    interface Ready {
        /** The channel is ready; called by the loop. */
        void ready(SelectionKey key);
    }

    /**
     * Starts a loop.
     *
     * @param threads makes its thread, and those that relieve it
     * @param sometimes runs about every {@link #PERIOD_MILLIS}
     * @param whenWorking runs on the loop's thread when it has begun a piece of work
     */
    Loop(ThreadFactory threads, Runnable sometimes, Runnable whenWorking) {
        this.threads = threads;
        this.whenWorking = whenWorking;
        try {
            selector = Selector.open();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        this.sometimes = sometimes;
        ForeignCode.load();
        thread = threads.newThread(this::run);
        thread.start();
    }

    /** The thread that has the loop; waits while a thread is being relieved. */
    private synchronized Thread owner() {
        return thread;
    }

    /** Whether the calling thread is the loop's thread. */
    boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /** Room for one read; the next read uses it again. */
    ByteBuffer buffer() {
        return buffer.clear();
    }

    /** Watches a channel. */
    void register(SelectableChannel channel, int operations, Ready ready) {
        execute(() -> {
            try {
                channel.register(selector, operations, ready);
            } catch (IOException | RuntimeException closed) {
                // closed by its owner, which knows that; or the loop is stopped, which closes all channels
            } catch (Throwable failed) { // the other side must not wait for a loop that never reads
                close(channel);
                throw failed;
            }
        });
    }

    private static void close(SelectableChannel channel) {
        try {
            channel.close();
        } catch (IOException ignored) {
            // nothing reads from it in any case
        }
    }

    /** Changes what the loop waits for at a channel. */
    void change(SelectableChannel channel, int add, int remove) {
        SelectionKey key = channel.keyFor(selector);
        if (key == null) {
            execute(() -> changeNow(channel.keyFor(selector), add, remove));
        } else {
            changeNow(key, add, remove);
            wake();
        }
    }

    private static void changeNow(SelectionKey key, int add, int remove) {
        try {
            if (key != null && key.isValid()) {
                key.interestOpsOr(add);
                key.interestOpsAnd(~remove);
            }
        } catch (CancelledKeyException closed) {
            // closed by another thread meanwhile
        }
    }

    /** Runs a task on the loop's thread. */
    void execute(Runnable task) {
        tasks.add(task);
        wake();
    }

    private void wake() {
        if (!isHere()) {
            selector.wakeup();
        }
    }

    private void run() {
        if (Thread.currentThread() != owner()) {
            return; // the work ended before this thread could take over
        }
        nextNanos = System.nanoTime();
        boolean isOwn = true;
        boolean isDrained = false;
        while (isOwn && !isStopped) {
            try {
                if (!isDrained) {
                    isDrained = true;
                    drain(); // what the relieved thread has left
                }
                isOwn = doWorks();
                if (isOwn) {
                    look();
                    failedLooks = 0;
                }
            } catch (Throwable failed) {
                try {
                    lookFailed(failed);
                } catch (Throwable untold) {
                    failedLooks = 0; // the next failure is reported
                }
            }
        }
        if (isOwn) {
            closeSelector();
        }
    }

    /**
     * The loop looks again in any case. It pauses first, since the next look may fail for the same cause, such as a
     * full heap.
     */
    private void lookFailed(Throwable failed) {
        if (!isStopped) {
            LockSupport.parkNanos(PAUSE_NANOS);
            if (failedLooks++ % FAILURES_FOR_ONE_WORD == 0) {
                Uncaught.tell(failed);
            }
        }
    }

    private void look() throws IOException {
        Thread.interrupted(); // a task or a channel may have interrupted it, and the selector would not wait
        runTasks();
        if (works.isEmpty()) {
            selector.select(this::take, PERIOD_MILLIS);
        } else {
            selector.selectNow(this::take);
        }
        runTasks();
        if (System.nanoTime() - nextNanos >= 0) {
            nextNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
            ForeignCode.tell(sometimes);
        }
    }

    private void take(SelectionKey key) {
        try {
            if (key.isValid()) {
                ((Ready) key.attachment()).ready(key);
            }
        } catch (CancelledKeyException closed) {
            // cancelled by another thread
        } catch (Throwable failed) { // the other keys belong to other connections
            Uncaught.tell(failed);
        }
    }

    // ---- work

    /** Does work, which may take long, after this look at the connections. */
    void work(Runnable work) {
        works.add(work);
    }

    /** Writes the content of an outlet soon, together with what else comes; false if the thread does no work now. */
    boolean drainSoon(Outlet outlet) {
        if (workSinceNanos.get() == IDLE || !isHere()) {
            return false;
        }
        if (!undrained.contains(outlet)) {
            undrained.add(outlet);
        }
        return true;
    }

    /** Returns false if the thread was relieved. */
    private boolean doWorks() {
        if (works.isEmpty()) {
            return true;
        }
        long since = System.nanoTime() | 1; // not IDLE
        long first = since;
        for (Runnable work = works.poll(); work != null; work = works.poll()) {
            if (isRelievedDuring(work, since)) {
                drain();
                return false;
            }
            since = System.nanoTime() | 1;
            if (since - first > TOGETHER_NANOS) {
                drain();
                first = since;
            }
        }
        drain();
        return true;
    }

    private boolean isRelievedDuring(Runnable work, long since) {
        workSinceNanos.set(since);
        try {
            whenWorking.run();
            work.run();
        } catch (Throwable bug) {
            Uncaught.tell(bug);
        }
        Thread.interrupted(); // the work may have interrupted it, and a write to a channel would then close that
        return !workSinceNanos.compareAndSet(since, IDLE);
    }

    private void drain() {
        for (Outlet each = undrained.poll(); each != null; each = undrained.poll()) {
            try {
                each.drain();
            } catch (Throwable bug) {
                Uncaught.tell(bug);
            }
        }
    }

    /**
     * Lets another thread take over the connections if this one has done one piece of work for longer. If no thread can
     * be started, this throws. The loop then stays with its thread, which goes on after the work.
     */
    synchronized void relieve(long nanosMax) {
        long since = workSinceNanos.get();
        if (since != IDLE && System.nanoTime() - since > nanosMax) {
            Thread next = threads.newThread(this::run);
            next.start(); // before the loop leaves its thread, since it may throw
            if (workSinceNanos.compareAndSet(since, IDLE)) {
                thread = next;
            }
        }
    }

    boolean isWorking() {
        return workSinceNanos.get() != IDLE;
    }

    // ---- life cycle

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            ForeignCode.tell(task);
        }
    }

    private void closeSelector() {
        runTasks();
        try {
            selector.close();
        } catch (IOException | RuntimeException ignored) {
            // its channels are closed already
        }
    }

    /** Runs the remaining tasks, and ends; returns when all channels are released. */
    void stop() {
        isStopped = true;
        if (isHere()) {
            closeSelector();
            return;
        }
        selector.wakeup();
        boolean isInterrupted = false;
        for (Thread owner = owner(); owner.isAlive(); owner = owner()) {
            try {
                owner.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
