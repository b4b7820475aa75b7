package dev.assent.core.adapter;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A daemon thread that does something at every tick until it is closed, also after a tick that failed. */
public final class Ticker implements AutoCloseable {
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts to tick.
     *
     * @param onFailure is told what a tick threw
     */
    public Ticker(String name, int periodMillis, Runnable atEachTick, Consumer<Throwable> onFailure) {
        thread = new Thread(
                () -> {
                    while (!closed) {
                        LockSupport.parkNanos(this, periodMillis * 1_000_000L);
                        if (!closed) {
                            tick(atEachTick, onFailure);
                        }
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void tick(Runnable atEachTick, Consumer<Throwable> onFailure) {
        try {
            atEachTick.run();
        } catch (RuntimeException | Error failed) {
            onFailure.accept(failed);
        }
    }

    /** Stops; a tick under way ends by itself. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
