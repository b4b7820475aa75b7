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
 * One thread that reads from many connections, and writes what they did not take at once. Between two looks at them it
 * does work that has been handed to it; when that takes long, another thread goes on with the connections
 * ({@link #relieve}), and the one that has been relieved ends after its work. Nothing else ends it before it is stopped:
 * not what the work, a connection or the handler of uncaught exceptions throws, nor a heap that is full
 * ({@link dev.assent.core.foreign.ForeignCode}). A work that leaves the thread interrupted closes no connection by that.
 *
 * <p>Thread safety: all methods may be called by any thread, {@link #buffer}, {@link #work} and {@link #drainSoon} by the
 * loop's own only.
 */
final class Loop {
    /** How often {@code sometimes} runs. */
    static final long PERIOD_MILLIS = 100;

    private static final int BUFFER_BYTES = 1 << 16;

    /** What is to be written waits for no longer than this and the work at hand, so that it may go together. */
    private static final long TOGETHER_NANOS = 50_000;

    /** The thread does no work. */
    private static final long IDLE = 0;

    /** How long a loop that can't look at its connections waits until it tries again. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Of looks that fail, one after the other, one of so many is told. */
    private static final int FAILURES_FOR_ONE_WORD = 500;

    private final Selector selector;
    private final ThreadFactory threads;
    private final Runnable sometimes;
    private final Runnable whenWorking;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    /** Of the loop's thread; who relieves it takes it over. */
    private final ArrayDeque<Runnable> works = new ArrayDeque<>();

    /** Who has added to one of these drains it, also when it is relieved meanwhile. */
    private final Queue<Outlet> undrained = new ConcurrentLinkedQueue<>();

    /** Since when the thread is at one piece of work; who makes it {@link #IDLE} again has the loop. */
    private final AtomicLong workSinceNanos = new AtomicLong(IDLE);

    private long nextNanos;

    /** Of the loop's thread: how many looks have failed since one that did not. */
    private int failedLooks;

    private volatile Thread thread;
    private volatile boolean isStopped;

    /** What waits for a channel. */
    @FunctionalInterface
    interface Ready {
        /** The channel can do something now; called by the loop. */
        void ready(SelectionKey key);
    }

    /**
     * Starts one.
     *
     * @param threads makes its thread, and those that relieve one
     * @param sometimes is run about every {@link #PERIOD_MILLIS}
     * @param whenWorking is run by its thread when it has begun with a piece of work
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

    /** Who has the loop, when nobody is about to be relieved. */
    private synchronized Thread owner() {
        return thread;
    }

    /** Whether the calling thread is the one that reads. */
    boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /** Room for what is read, as long as nothing else is. */
    ByteBuffer buffer() {
        return buffer.clear();
    }

    /** Watches a channel. */
    void register(SelectableChannel channel, int operations, Ready ready) {
        execute(() -> {
            try {
                channel.register(selector, operations, ready);
            } catch (IOException | RuntimeException closed) {
                // by who has registered it, who knows; or the loop is stopped, which closes all
            } catch (Throwable failed) { // the other side must not wait for somebody who never looks
                close(channel);
                throw failed;
            }
        });
    }

    private static void close(SelectableChannel channel) {
        try {
            channel.close();
        } catch (IOException ignored) {
            // nobody looks at it, whatever this says
        }
    }

    /** Looks at a channel in another way. */
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
            // by another thread, between the two
        }
    }

    /** Runs something in the loop. */
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
            return; // the work was over before it was relieved
        }
        nextNanos = System.nanoTime();
        boolean isOwn = true;
        boolean isDrained = false;
        while (isOwn && !isStopped) {
            try {
                if (!isDrained) {
                    isDrained = true;
                    drain(); // what who was relieved has left
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
                    failedLooks = 0; // the next one is told
                }
            }
        }
        if (isOwn) {
            closeSelector();
        }
    }

    /** Another look follows in any case; it may fail for the same cause, such as a full heap, so that it is not at once. */
    private void lookFailed(Throwable failed) {
        if (!isStopped) {
            LockSupport.parkNanos(PAUSE_NANOS);
            if (failedLooks++ % FAILURES_FOR_ONE_WORD == 0) {
                Uncaught.tell(failed);
            }
        }
    }

    private void look() throws IOException {
        Thread.interrupted(); // by a task or a channel: the selector would not wait any more
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
            // by another thread
        } catch (Throwable failed) { // the other keys are others'
            Uncaught.tell(failed);
        }
    }

    // ---- work

    /** Does something after this look at the connections, which may take long. */
    void work(Runnable work) {
        works.add(work);
    }

    /** Writes what is in an outlet soon, together with what else comes; false when the thread does no work now. */
    boolean drainSoon(Outlet outlet) {
        if (workSinceNanos.get() == IDLE || !isHere()) {
            return false;
        }
        if (!undrained.contains(outlet)) {
            undrained.add(outlet);
        }
        return true;
    }

    /** False when the thread was relieved. */
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
        Thread.interrupted(); // by the work: who writes to a channel next would close it
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
     * Another thread goes on with the connections when this one is at one piece of work for longer. When there is none to
     * be had, this throws, and the loop stays with its thread, which goes on after the work.
     */
    synchronized void relieve(long nanosMax) {
        long since = workSinceNanos.get();
        if (since != IDLE && System.nanoTime() - since > nanosMax) {
            Thread next = threads.newThread(this::run);
            next.start(); // before the loop is taken from its thread, since it may throw
            if (workSinceNanos.compareAndSet(since, IDLE)) {
                thread = next;
            }
        }
    }

    boolean isWorking() {
        return workSinceNanos.get() != IDLE;
    }

    // ---- its life

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

    /** Runs what is left to do, and ends; returns when all channels are given back. */
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
