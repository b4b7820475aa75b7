package dev.assent.core.adapter;

import java.util.concurrent.locks.LockSupport;

/** A daemon thread that does something at every tick until it is closed. */
public final class Ticker implements AutoCloseable {
    private final Thread thread;
    private volatile boolean closed;

    /** Starts to tick. */
    public Ticker(String name, int periodMillis, Runnable atEachTick) {
        thread = new Thread(
                () -> {
                    while (!closed) {
                        LockSupport.parkNanos(this, periodMillis * 1_000_000L);
                        if (!closed) {
                            atEachTick.run();
                        }
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Stops; a tick under way ends by itself. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
