package dev.assent.core.adapter;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.message.CoreMessages;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A daemon thread that does something at every tick until it is closed, whatever a tick or the report of its failure
 * throws. Of ticks that fail one after the other the first is reported, and then one of {@value #FAILURES_FOR_ONE_REPORT}.
 */
public final class Ticker implements AutoCloseable {
    private static final int FAILURES_FOR_ONE_REPORT = 1_000;

    private final Thread thread;
    private final int periodMillis;
    private final Runnable atEachTick;
    private final Consumer<Throwable> onFailure;
    private volatile boolean closed;

    /** Of its thread: how many ticks have failed since one that did not. */
    private int failures;

    /**
     * Starts to tick.
     *
     * @param onFailure is told what a tick threw; may throw itself
     */
    public Ticker(String name, int periodMillis, Runnable atEachTick, Consumer<Throwable> onFailure) {
        ForeignCode.load();
        CoreMessages.load();
        this.periodMillis = periodMillis;
        this.atEachTick = atEachTick;
        this.onFailure = onFailure;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** What is caught here ends nothing, also when it is a class that can't be loaded for the report. */
    private void run() {
        while (!closed) {
            try {
                LockSupport.parkNanos(this, periodMillis * 1_000_000L);
                Thread.interrupted(); // a tick may have left the thread so, which would not wait any more
                if (!closed) {
                    atEachTick.run();
                    failures = 0;
                }
            } catch (Throwable failed) {
                try {
                    tell(failed);
                } catch (Throwable untold) {
                    failures = 0; // the next one is told
                }
            }
        }
    }

    private void tell(Throwable failed) {
        if (failures++ % FAILURES_FOR_ONE_REPORT == 0) {
            ForeignCode.report(failed, onFailure);
        }
    }

    /** Stops; a tick under way ends by itself. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
