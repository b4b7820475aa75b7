package dev.assent.transport.nativewire.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * One thread that reads from many connections, and writes what they did not take at once. It must not wait for anything
 * but them.
 *
 * <p>Thread safety: all methods may be called by any thread, {@link #buffer} by the loop's own only.
 */
final class Loop {
    /** How often {@code sometimes} runs. */
    static final long PERIOD_MILLIS = 100;

    private static final int BUFFER_BYTES = 1 << 16;

    private final Selector selector;
    private final Thread thread;
    private final Runnable sometimes;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
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
     * @param sometimes is run about every {@link #PERIOD_MILLIS}
     */
    Loop(String name, Runnable sometimes) {
        try {
            selector = Selector.open();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        this.sometimes = sometimes;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
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
            }
        });
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
        if (key != null && key.isValid()) {
            key.interestOpsOr(add);
            key.interestOpsAnd(~remove);
        }
    }

    /** Runs something in the loop. */
    void execute(Runnable task) {
        tasks.add(task);
        wake();
    }

    private void wake() {
        if (Thread.currentThread() != thread) {
            selector.wakeup();
        }
    }

    private void run() {
        long nextNanos = System.nanoTime();
        while (!isStopped) {
            try {
                selector.select(PERIOD_MILLIS);
                runTasks();
                for (SelectionKey each : new ArrayList<>(selector.selectedKeys())) {
                    if (each.isValid()) {
                        ((Ready) each.attachment()).ready(each);
                    }
                }
                selector.selectedKeys().clear();
                if (System.nanoTime() - nextNanos >= 0) {
                    nextNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
                    sometimes.run();
                }
            } catch (ClosedSelectorException stopped) {
                return;
            } catch (IOException | RuntimeException | Error failed) {
                uncaught(failed);
            }
        }
        closeSelector();
    }

    /** What is left to the handlers of uncaught exceptions must not end the loop. */
    private void uncaught(Throwable failed) {
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failed);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void closeSelector() {
        try {
            runTasks();
            selector.close();
        } catch (IOException | RuntimeException ignored) {
            // its channels are closed already
        }
    }

    /** Runs what is left to do, and ends; returns when all channels are given back. */
    void stop() {
        isStopped = true;
        if (Thread.currentThread() == thread) {
            closeSelector();
            return;
        }
        selector.wakeup();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
